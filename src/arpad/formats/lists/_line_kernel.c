/* The line kernel: writes lines from columns, as a line program says.
 *
 * It knows neither players nor rules, nor what a column means. The program comes from `line_program.py`; what it
 * means is said there, and written once more in Python in `tests/support/line_programs.py`, which a property test
 * holds equal to this. A row that a program cannot write, because a text does not fit or has a byte that may not be
 * written as it is, is left out and named; its line is then written elsewhere, in Python.
 *
 * No byte is read or written whose place was not checked: the lengths of all buffers and texts are checked before the
 * first row, and room for the most that can be written is taken in one piece. The loop itself needs nothing of Python.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <string.h>

enum kind { LITERAL, NUMBER, TEXT, TRIM, LEAVE };

#define MOST_INSTEAD 4
#define MOST_DIGITS 20
#define STRIDE 16 /* texts and blanks are copied in strides, which is faster; so there is room for one more behind */

typedef struct { const char *bytes; Py_ssize_t size; } Span;
typedef struct { Py_ssize_t row, place; } Left;

typedef struct {
    int kind;
    char *literal; /* LITERAL: so many bytes, with a stride behind them */
    Py_ssize_t size;
    Py_ssize_t width; /* in characters; 0: as wide as what stands in it */
    Py_ssize_t edge;  /* where a text begins, or ends if `right` */
    int right;
    Py_ssize_t room; /* for so many characters */
    Span column; /* NUMBER: values, int64; TEXT: the length of each text, uint32; LEAVE: a byte for each row */
    Span data;   /* TEXT: all texts, one after the other */
    Py_ssize_t read; /* TEXT: so many bytes of them stand before the row */
    char instead[MOST_INSTEAD][2 * STRIDE]; /* NUMBER: what stands for -1, -2, …, with a stride behind it */
    Py_ssize_t sizes[MOST_INSTEAD], count;
} Op;

typedef struct {
    Op *ops;
    Py_buffer *views;
    Left *left;
    Py_ssize_t count, view_count, left_count, rows;
    const unsigned char *plain; /* for each byte, whether a text that has it is written as it is */
} Run;

/* ---- what a program and its columns have to be ---- */

static int refused(const char *why) {
    PyErr_SetString(PyExc_ValueError, why);
    return -1;
}

static int add(Py_ssize_t *sum, Py_ssize_t more) {
    if (more > PY_SSIZE_T_MAX - *sum) {
        return refused("The lines would be longer than memory can be.");
    }
    *sum += more;
    return 0;
}

static void *zeros(Py_ssize_t count, size_t size) {
    void *memory = PyMem_Calloc((size_t)count + 1, size);
    return memory ? memory : PyErr_NoMemory();
}

static int64_t number_at(Span column, Py_ssize_t row) {
    int64_t value; /* copied, since a buffer may begin anywhere */
    memcpy(&value, column.bytes + row * (Py_ssize_t)sizeof value, sizeof value);
    return value;
}

static int64_t length_at(Span column, Py_ssize_t row) {
    uint32_t length;
    memcpy(&length, column.bytes + row * (Py_ssize_t)sizeof length, sizeof length);
    return length;
}

/* Finds a column that has `size` bytes for each row; 0 for one of any length. */
static int find_column(const Run *run, Py_ssize_t index, Py_ssize_t size, Span *column) {
    if (index < 0 || index >= run->view_count) {
        return refused("The line program asks for a column that is not given.");
    }
    *column = (Span){run->views[index].buf, run->views[index].len};
    if (size && (column->size % size || column->size / size != run->rows)) {
        return refused("A column has not the length that so many rows need.");
    }
    return 0;
}

static int check_place(Op *op) {
    if (op->width < 0 || op->edge < 0 || op->edge > op->width) {
        return refused("The edge of a place in the line program lies outside of it.");
    }
    op->room = op->right ? op->edge : op->width - op->edge;
    return 0;
}

static int keep_literal(Op *op, PyObject *bytes) {
    op->size = PyBytes_Size(bytes);
    op->literal = zeros(op->size / STRIDE + 1, STRIDE);
    if (op->literal) {
        memcpy(op->literal, PyBytes_AsString(bytes), (size_t)op->size);
    }
    return op->literal ? 0 : -1;
}

static int read_instead(Op *op, PyObject *texts) {
    op->count = PyTuple_Size(texts);
    if (op->count > MOST_INSTEAD) {
        return refused("A number of the line program has too many texts that may stand for it.");
    }
    for (Py_ssize_t index = 0; index < op->count; index++) {
        PyObject *text = PyTuple_GetItem(texts, index);
        Py_ssize_t size = PyBytes_Check(text) ? PyBytes_Size(text) : STRIDE + 1;
        for (Py_ssize_t place = 0; place < size; place++) {
            if (size > STRIDE || (unsigned char)PyBytes_AsString(text)[place] >= 0x80) {
                return refused("What stands for a number is not a few bytes of ASCII.");
            }
        }
        op->sizes[index] = size;
        memcpy(op->instead[index], PyBytes_AsString(text), (size_t)size);
    }
    return 0;
}

static int read_op(const Run *run, PyObject *given, Op *op) {
    int again; /* asked twice, something that only passes for a number might answer differently */
    Py_ssize_t column, data;
    PyObject *object;
    long kind = PyTuple_Check(given) && PyTuple_Size(given) ? PyLong_AsLong(PyTuple_GetItem(given, 0)) : -1;
    if (kind < 0) {
        return PyErr_Occurred() ? -1 : refused("A step of a line program is a tuple that begins with its kind.");
    }
    op->kind = (int)kind;
    switch (kind) {
    case LITERAL:
        return PyArg_ParseTuple(given, "iS", &again, &object) ? keep_literal(op, object) : -1;
    case NUMBER:
        if (!PyArg_ParseTuple(given, "innnpO!", &again, &column, &op->width, &op->edge, &op->right, &PyTuple_Type,
                              &object)) {
            return -1;
        }
        return check_place(op) || read_instead(op, object) || find_column(run, column, sizeof(int64_t), &op->column);
    case TEXT:
        if (!PyArg_ParseTuple(given, "innnnp", &again, &column, &data, &op->width, &op->edge, &op->right)) {
            return -1;
        }
        return check_place(op) || find_column(run, column, sizeof(uint32_t), &op->column) ||
               find_column(run, data, 0, &op->data);
    case TRIM:
        return PyArg_ParseTuple(given, "i", &again) ? 0 : -1;
    case LEAVE:
        return PyArg_ParseTuple(given, "in", &again, &column) ? find_column(run, column, 1, &op->column) : -1;
    default:
        return refused("A line program has no step of such a kind.");
    }
}

/* Checks that the lengths of the texts of a column are together as long as its bytes. */
static int check_texts(const Run *run, const Op *op) {
    Py_ssize_t sum = 0;
    for (Py_ssize_t row = 0; row < run->rows; row++) {
        int64_t length = length_at(op->column, row);
        if (length > op->data.size - sum) {
            return refused("The texts of a column are longer than its bytes.");
        }
        sum += (Py_ssize_t)length;
    }
    return sum == op->data.size ? 0 : refused("The texts of a column are shorter than its bytes.");
}

/* Gives the most that the lines can need. Rows that are left out take their room back. */
static int most_bytes(const Run *run, Py_ssize_t *most) {
    Py_ssize_t line = 0, texts = 0;
    for (Py_ssize_t index = 0; index < run->count; index++) {
        const Op *op = &run->ops[index];
        if (add(&line, op->kind == LITERAL ? op->size : op->width) ||
            (op->kind == NUMBER && !op->width && add(&line, MOST_DIGITS)) ||
            (op->kind == TEXT && (check_texts(run, op) || add(&texts, op->data.size)))) {
            return -1;
        }
    }
    if (run->rows && line > (PY_SSIZE_T_MAX - texts) / run->rows) {
        return refused("The lines would be longer than memory can be.");
    }
    *most = run->rows * line + texts;
    return add(most, STRIDE);
}

/* ---- writing: everything was checked above ---- */

static inline char *blanks(char *out, Py_ssize_t count) {
    for (Py_ssize_t done = 0; done < count; done += STRIDE) {
        memset(out + done, ' ', STRIDE);
    }
    return out + count;
}

/* Copies a text in strides, where what stands behind it may be read too, up to `readable` bytes from its beginning. */
static inline char *copied(char *out, Span text, Py_ssize_t readable) {
    if (text.size > readable - STRIDE) {
        memcpy(out, text.bytes, (size_t)text.size);
    } else {
        for (Py_ssize_t done = 0; done < text.size; done += STRIDE) {
            memcpy(out + done, text.bytes + done, STRIDE);
        }
    }
    return out + text.size;
}

/* Puts a text into its place; NULL where it does not fit. */
static inline char *placed(char *out, const Op *op, Span text, Py_ssize_t characters, Py_ssize_t readable) {
    if (!op->width) {
        return copied(out, text, readable);
    }
    if (characters > op->room) {
        return NULL;
    }
    Py_ssize_t before = op->right ? op->edge - characters : op->edge;
    out = copied(blanks(out, before), text, readable);
    return blanks(out, op->width - before - characters);
}

static inline char *write_number(char *out, const Op *op, Py_ssize_t row) {
    int64_t value = number_at(op->column, row);
    if (value < 0) {
        uint64_t index = (uint64_t)(-(value + 1));
        return index < (uint64_t)op->count ? placed(out, op, (Span){op->instead[index], op->sizes[index]},
                                                    op->sizes[index], 2 * STRIDE) : NULL;
    }
    Py_ssize_t digits = 1;
    for (uint64_t limit = 10; (uint64_t)value >= limit; limit *= 10) { /* ends at 10^19, which is no int64 any more */
        digits++;
    }
    Py_ssize_t before = !op->width ? 0 : op->right ? op->edge - digits : op->edge;
    if (op->width && digits > op->room) {
        return NULL;
    }
    out = blanks(out, before) + digits;
    char *digit = out;
    do { /* straight into the line: a copy of bytes just written would have to wait for them */
        *--digit = (char)('0' + value % 10);
        value /= 10;
    } while (value);
    return op->width ? blanks(out, op->width - before - digits) : out;
}

static inline char *write_text(char *out, Op *op, Py_ssize_t row, const unsigned char *plain) {
    Span text = {op->data.bytes + op->read, (Py_ssize_t)length_at(op->column, row)};
    Py_ssize_t readable = op->data.size - op->read, characters = 0;
    unsigned char good = 1;
    if (text.size < 0 || text.size > readable) {
        return NULL; /* checked before, but memory that others can write to may have changed since */
    }
    op->read += text.size;
    for (Py_ssize_t index = 0; index < text.size; index++) {
        unsigned char byte = (unsigned char)text.bytes[index];
        good &= plain[byte];
        characters += (byte & 0xC0) != 0x80; /* the further bytes of a character of UTF-8 begin with 10 */
    }
    return good ? placed(out, op, text, characters, readable) : NULL;
}

/* Writes a line; NULL where it is left out, but all steps are gone through, since texts are read one after the other. */
static inline char *write_line(const Run *run, char *line, Py_ssize_t row) {
    char *out = line;
    int left = 0;
    for (Op *op = run->ops; op < run->ops + run->count; op++) {
        char *end = out;
        switch (op->kind) {
        case LITERAL:
            end = copied(out, (Span){op->literal, op->size}, op->size + STRIDE);
            break;
        case NUMBER:
            end = write_number(out, op, row);
            break;
        case TEXT:
            end = write_text(out, op, row, run->plain);
            break;
        case TRIM:
            while (end > line && end[-1] == ' ') {
                end--;
            }
            break;
        default:
            end = op->column.bytes[row] ? NULL : out;
        }
        left |= !end;
        out = end ? end : out;
    }
    return left ? NULL : out;
}

static char *write_lines(Run *run, char *out) {
    char *begin = out;
    for (Py_ssize_t row = 0; row < run->rows; row++) {
        char *end = write_line(run, out, row);
        if (!end) {
            run->left[run->left_count++] = (Left){row, out - begin};
        }
        out = end ? end : out;
    }
    return out;
}

/* ---- asked from Python ---- */

static int read_columns(Run *run, PyObject *columns) {
    Py_ssize_t count = PyTuple_Size(columns);
    run->views = zeros(count, sizeof(Py_buffer));
    for (; run->views && run->view_count < count; run->view_count++) {
        if (PyObject_GetBuffer(PyTuple_GetItem(columns, run->view_count), &run->views[run->view_count], PyBUF_SIMPLE)) {
            return -1;
        }
    }
    return run->views ? 0 : -1;
}

static int read_program(Run *run, PyObject *program) {
    Py_ssize_t count = PyTuple_Size(program);
    run->ops = zeros(count, sizeof(Op));
    run->left = run->ops ? zeros(run->rows, sizeof(Left)) : NULL;
    for (; run->left && run->count < count; run->count++) {
        if (read_op(run, PyTuple_GetItem(program, run->count), &run->ops[run->count])) {
            return -1;
        }
    }
    return run->left ? 0 : -1;
}

static PyObject *used_and_left(const Run *run, Py_ssize_t used) {
    PyObject *left = PyList_New(0);
    for (Py_ssize_t index = 0; left && index < run->left_count; index++) {
        PyObject *pair = Py_BuildValue("nn", run->left[index].row, run->left[index].place);
        if (!pair || PyList_Append(left, pair)) {
            Py_CLEAR(left);
        }
        Py_XDECREF(pair);
    }
    return left ? Py_BuildValue("nN", used, left) : NULL;
}

static PyObject *run_program(Run *run, PyObject *program, PyObject *columns, PyObject *room) {
    Py_ssize_t most, used;
    Py_buffer out; /* held, so that nobody takes the room away meanwhile */
    if (read_columns(run, columns) || read_program(run, program) || most_bytes(run, &most) ||
        (PyByteArray_Size(room) < most && PyByteArray_Resize(room, most)) ||
        PyObject_GetBuffer(room, &out, PyBUF_WRITABLE)) {
        return NULL;
    }
    Py_BEGIN_ALLOW_THREADS
    used = write_lines(run, out.buf) - (char *)out.buf;
    Py_END_ALLOW_THREADS
    PyBuffer_Release(&out);
    return used_and_left(run, used);
}

PyDoc_STRVAR(lines_doc, "lines(program, plain, columns, rows, room)\n--\n\n"
                        "Write the lines of so many rows into a bytearray, which grows where it has to. Gives how many\n"
                        "bytes they are, and the rows that were left out, each with its place among these bytes.");

static PyObject *lines(PyObject *Py_UNUSED(module), PyObject *arguments) {
    Run run = {0};
    PyObject *program, *columns, *plain, *room, *answer = NULL;
    if (!PyArg_ParseTuple(arguments, "O!SO!nO!", &PyTuple_Type, &program, &plain, &PyTuple_Type, &columns, &run.rows,
                          &PyByteArray_Type, &room)) {
        return NULL;
    }
    run.plain = (const unsigned char *)PyBytes_AsString(plain);
    if (PyBytes_Size(plain) != 256) {
        refused("The table of bytes that are written as they are has 256 entries.");
    } else if (run.rows < 0) {
        refused("There cannot be fewer rows than none.");
    } else {
        answer = run_program(&run, program, columns, room);
    }
    while (run.view_count) {
        PyBuffer_Release(&run.views[--run.view_count]);
    }
    PyMem_Free(run.views);
    for (Py_ssize_t index = 0; index < run.count; index++) {
        PyMem_Free(run.ops[index].literal);
    }
    PyMem_Free(run.ops);
    PyMem_Free(run.left);
    return answer;
}

static PyMethodDef methods[] = {{"lines", lines, METH_VARARGS, lines_doc}, {NULL, NULL, 0, NULL}};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "_line_kernel", "Writes lines from columns, as a line program says.", 0, methods, NULL, NULL,
    NULL, NULL};

PyMODINIT_FUNC PyInit__line_kernel(void) {
    return PyModuleDef_Init(&module);
}
