/* The columns of a frame, as the C data interface of Apache Arrow hands them over: the frame's own memory, no copy.
 *
 * Whoever hands a frame over answers for its memory: Arrow says how many rows a column has, but not how many bytes. What
 * can be checked is checked: kinds, lengths, numbers of buffers, and for every text whether it lies in its buffer.
 */
#include <Python.h>
#include <stdint.h>
#include <string.h>

struct ArrowSchema {
    const char *format, *name, *metadata;
    int64_t flags, n_children;
    struct ArrowSchema **children, *dictionary;
    void (*release)(struct ArrowSchema *);
    void *private_data;
};

struct ArrowArray {
    int64_t length, null_count, offset, n_buffers, n_children;
    const void **buffers;
    struct ArrowArray **children, *dictionary;
    void (*release)(struct ArrowArray *);
    void *private_data;
};

struct ArrowArrayStream {
    int (*get_schema)(struct ArrowArrayStream *, struct ArrowSchema *);
    int (*get_next)(struct ArrowArrayStream *, struct ArrowArray *);
    const char *(*get_last_error)(struct ArrowArrayStream *);
    void (*release)(struct ArrowArrayStream *);
    void *private_data;
};

enum column_kind { INT64, UINT16, TEXTS };

typedef struct {
    enum column_kind kind;
    Py_ssize_t offset;          /* the first row stands here, in its values and its bits */
    const char *values;         /* numbers, or for each text a view: its length, and where it stands */
    const unsigned char *valid; /* a bit for each row that has a value; NULL: all have one */
    const void **buffers;       /* of texts that are too long for a view, with the size of each, as int64 */
    const char *sizes;
    int64_t buffer_count;
} Column;

typedef struct { const char *bytes; Py_ssize_t size, readable; } Text; /* what stands behind it may be readable too */

#define VIEW 16       /* bytes of a view */
#define IN_THE_VIEW 12 /* a text of at most so many bytes stands in its view */

static int refused(const char *why) {
    PyErr_SetString(PyExc_ValueError, why);
    return -1;
}

static inline int has_value(const Column *column, Py_ssize_t row) {
    Py_ssize_t place = column->offset + row;
    return !column->valid || (column->valid[place >> 3] >> (place & 7)) & 1;
}

static inline int64_t number_at(const Column *column, Py_ssize_t row) {
    int64_t wide;
    uint16_t narrow;
    if (column->kind == UINT16) {
        memcpy(&narrow, column->values + (column->offset + row) * (Py_ssize_t)sizeof narrow, sizeof narrow);
        return narrow;
    }
    memcpy(&wide, column->values + (column->offset + row) * (Py_ssize_t)sizeof wide, sizeof wide);
    return wide;
}

static inline uint32_t word_at(const char *view, int place) {
    uint32_t word;
    memcpy(&word, view + place * (int)sizeof word, sizeof word);
    return word;
}

/* Finds a text by its view: its length, its first bytes, in which buffer it stands, and where. One that does not lie in
   its buffer has no bytes. */
static inline Text text_at(const Column *column, Py_ssize_t row) {
    const char *view = column->values + (column->offset + row) * VIEW;
    uint32_t length = word_at(view, 0);
    if (length <= IN_THE_VIEW) {
        return (Text){view + VIEW - IN_THE_VIEW, length, IN_THE_VIEW};
    }
    uint32_t buffer = word_at(view, 2), begin = word_at(view, 3);
    int64_t size = 0;
    if (buffer < column->buffer_count && column->buffers[buffer]) {
        memcpy(&size, column->sizes + buffer * sizeof size, sizeof size);
    }
    if ((int64_t)length + begin > size) {
        return (Text){NULL, PY_SSIZE_T_MAX, 0};
    }
    return (Text){(const char *)column->buffers[buffer] + begin, length, (Py_ssize_t)(size - begin)};
}

static int kind_of(const char *format, enum column_kind *kind) {
    static const char *const formats[] = {"l", "S", "vu", "vz"};
    static const enum column_kind kinds[] = {INT64, UINT16, TEXTS, TEXTS};
    for (size_t index = 0; format && index < sizeof kinds / sizeof *kinds; index++) {
        if (!strcmp(format, formats[index])) {
            *kind = kinds[index];
            return 0;
        }
    }
    return refused("A column has neither numbers (int64, uint16) nor texts.");
}

/* Reads a column of a batch, and checks whatever can be checked of it. */
static int read_column(const struct ArrowSchema *schema, const struct ArrowArray *batch, int64_t index, Column *column) {
    const struct ArrowArray *array = batch->children[index];
    const struct ArrowSchema *described = schema->children[index];
    int64_t most = PY_SSIZE_T_MAX / VIEW;
    *column = (Column){0};
    if (!array || !described) {
        return refused("A column is missing, though it was said to be there.");
    }
    if (kind_of(described->format, &column->kind)) {
        return -1;
    }
    if (array->offset < 0 || array->offset > most - batch->offset || array->length < 0 || array->length > most ||
        array->length - batch->offset < batch->length || batch->length > most - batch->offset - array->offset) {
        return refused("A column has fewer rows than its frame.");
    }
    if (described->dictionary || !array->buffers ||
        (column->kind == TEXTS ? array->n_buffers < 3 : array->n_buffers != 2) || (batch->length && !array->buffers[1])) {
        return refused("A column has not the buffers of its kind.");
    }
    column->offset = (Py_ssize_t)(batch->offset + array->offset);
    column->valid = array->null_count ? array->buffers[0] : NULL;
    column->values = array->buffers[1];
    if (column->kind == TEXTS) {
        column->buffers = array->buffers + 2;
        column->buffer_count = array->n_buffers - 3;
        column->sizes = array->buffers[array->n_buffers - 1];
        return column->buffer_count && !column->sizes ? refused("A column of texts has not the sizes of its buffers.") : 0;
    }
    return 0;
}

static int check_batch(const struct ArrowSchema *schema, const struct ArrowArray *batch) {
    if (batch->length < 0 || batch->offset < 0 || batch->n_children != schema->n_children ||
        (batch->n_children && !(batch->children && schema->children)) ||
        (batch->null_count && batch->n_buffers > 0 && batch->buffers && batch->buffers[0])) {
        return refused("The columns of the frame are not what it said of them.");
    }
    return 0;
}

static int check_answer(struct ArrowArrayStream *stream, int fault) {
    if (fault) {
        const char *why = stream->get_last_error(stream);
        return refused(why ? why : "The frame does not hand its columns over.");
    }
    return 0;
}

/* Asks a frame for the stream of its batches; the capsule owns it. */
static struct ArrowArrayStream *stream_of(PyObject *frame, PyObject **capsule) {
    struct ArrowArrayStream *stream;
    *capsule = PyObject_CallMethod(frame, "__arrow_c_stream__", NULL);
    stream = *capsule ? PyCapsule_GetPointer(*capsule, "arrow_array_stream") : NULL;
    if (stream && !stream->release) {
        refused("The columns of the frame were handed over before.");
        return NULL;
    }
    return stream;
}

static int schema_of(struct ArrowArrayStream *stream, struct ArrowSchema *schema) {
    if (check_answer(stream, stream->get_schema(stream, schema))) {
        return -1;
    }
    if (!schema->format || strcmp(schema->format, "+s") || schema->n_children < 0) {
        return refused("Columns come together, as the columns of a frame.");
    }
    return 0;
}
