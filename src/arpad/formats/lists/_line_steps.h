/* The steps of a line program, as they come from Python: read and checked once, before the first line. */
#include "_arrow_columns.h"

enum step_kind { LITERAL, NUMBER, TEXT, TRIM, LEAVE };

#define STRIDE 16 /* literals, numbers and blanks are copied in strides, which is faster; */
#define WIDE 32   /* and longer texts in wider ones, so there is room for one behind the longest line */
#define MOST_DIGITS 20
#define MOST_WIDTH (1 << 20)
#define MOST_TEXT 1024 /* bytes of a text that has no width; a longer one is left out */
#define MOST_LEFT 1024 /* rows are left out before the room is given away */

typedef struct { Py_ssize_t row, place; } Left;

typedef struct {
    int kind;
    char *literal; /* so many bytes before everything else, with a stride behind them */
    Py_ssize_t size;
    Py_ssize_t width; /* in characters; 0: as wide as what stands in it */
    Py_ssize_t edge;  /* where a text begins, or ends if `right` */
    int right;
    Py_ssize_t room; /* for so many characters */
    Py_ssize_t most; /* TEXT: a text of more bytes is left out */
    Py_ssize_t index, beside_index; /* the places of its columns in the frame, and the columns */
    Column column, beside;
    char instead[STRIDE]; /* NUMBER: what stands for none */
    Py_ssize_t instead_size;
} Op;

typedef struct {
    Op *ops;
    Py_ssize_t count;
    Py_ssize_t longest;         /* no line needs more bytes */
    const unsigned char *plain; /* for each byte, whether a text that has it is written as it is */
    int plain_ascii;            /* whether it is so for all letters, digits and marks of ASCII but & < > */
    Py_ssize_t rows, row;       /* of the batch: all, and written or left out so far */
    Left left[MOST_LEFT];
    Py_ssize_t left_count;
} Run;

static void *zeros(Py_ssize_t count, size_t size) {
    void *memory = PyMem_Calloc((size_t)count + 1, size);
    return memory ? memory : PyErr_NoMemory();
}

static int check_place(Op *op) {
    if (op->width < 0 || op->width > MOST_WIDTH || op->edge < 0 || op->edge > op->width) {
        return refused("A place in the line program is too wide, or its edge lies outside of it.");
    }
    op->room = op->right ? op->edge : op->width - op->edge;
    op->most = op->width ? 4 * op->room : MOST_TEXT; /* a character of UTF-8 has up to four bytes */
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

static int keep_instead(Op *op, PyObject *bytes) {
    op->instead_size = PyBytes_Size(bytes);
    for (Py_ssize_t place = 0; place < op->instead_size; place++) {
        if (op->instead_size > STRIDE || (unsigned char)PyBytes_AsString(bytes)[place] >= 0x80) {
            return refused("What stands for a number is not a few bytes of ASCII.");
        }
    }
    memcpy(op->instead, PyBytes_AsString(bytes), (size_t)op->instead_size);
    return 0;
}

/* Reads a step; `op` may have a literal already, which stands before it. */
static int read_op(PyObject *given, long kind, Op *op) {
    int again; /* asked twice, something that only passes for a number might answer differently */
    PyObject *object;
    op->kind = (int)kind;
    op->beside_index = -1;
    switch (kind) {
    case LITERAL:
        return PyArg_ParseTuple(given, "iS", &again, &object) ? keep_literal(op, object) : -1;
    case NUMBER:
        if (!PyArg_ParseTuple(given, "innnpSn", &again, &op->index, &op->width, &op->edge, &op->right, &object,
                              &op->beside_index)) {
            return -1;
        }
        return check_place(op) || keep_instead(op, object);
    case TEXT:
        if (!PyArg_ParseTuple(given, "innnp", &again, &op->index, &op->width, &op->edge, &op->right)) {
            return -1;
        }
        return check_place(op);
    case TRIM:
        return PyArg_ParseTuple(given, "i", &again) ? 0 : -1;
    case LEAVE:
        return PyArg_ParseTuple(given, "in", &again, &op->index) ? 0 : -1;
    default:
        return refused("A line program has no step of such a kind.");
    }
}

/* Adds the most bytes that a step can need; blanks are written as wide as their place, behind the text. */
static int add_most(Run *run, const Op *op) {
    Py_ssize_t more = op->kind == TEXT ? op->most + 2 * op->width
                      : op->kind == NUMBER && !op->width ? MOST_DIGITS : op->width;
    if (op->size > PY_SSIZE_T_MAX / 2 - run->longest - more) {
        return refused("The lines would be longer than memory can be.");
    }
    run->longest += op->size + more;
    return 0;
}

static int read_program(Run *run, PyObject *program) {
    Py_ssize_t count = PyTuple_Size(program);
    run->ops = zeros(count, sizeof(Op));
    for (Py_ssize_t index = 0; run->ops && index < count; index++) {
        PyObject *given = PyTuple_GetItem(program, index);
        long kind = PyTuple_Check(given) && PyTuple_Size(given) ? PyLong_AsLong(PyTuple_GetItem(given, 0)) : -1;
        if (kind < 0) {
            return PyErr_Occurred() ? -1 : refused("A step of a line program is a tuple that begins with its kind.");
        }
        int joined = kind != LITERAL && run->count && run->ops[run->count - 1].kind == LITERAL;
        run->count += !joined;
        if (read_op(given, kind, &run->ops[run->count - 1])) {
            return -1;
        }
    }
    for (Py_ssize_t index = 0; index < run->count; index++) {
        if (add_most(run, &run->ops[index])) {
            return -1;
        }
    }
    return run->ops ? 0 : -1;
}

static void read_plain(Run *run, PyObject *plain) {
    run->plain = (const unsigned char *)PyBytes_AsString(plain);
    run->plain_ascii = 1;
    for (int byte = 0x20; byte < 0x7F; byte++) {
        run->plain_ascii &= run->plain[byte] || byte == '&' || byte == '<' || byte == '>';
    }
}

static void forget(Run *run) {
    for (Py_ssize_t index = 0; index < run->count; index++) {
        PyMem_Free(run->ops[index].literal);
    }
    PyMem_Free(run->ops);
}

/* ---- the columns of a batch, given to the steps that ask for them ---- */

static int bind_column(const struct ArrowSchema *schema, const struct ArrowArray *batch, Py_ssize_t index, Column *column) {
    if (index < 0 || index >= batch->n_children) {
        return refused("The line program asks for a column that is not given.");
    }
    return read_column(schema, batch, index, column);
}

static int bind(Run *run, const struct ArrowSchema *schema, const struct ArrowArray *batch) {
    if (check_batch(schema, batch)) {
        return -1;
    }
    for (Op *op = run->ops; op < run->ops + run->count; op++) {
        int has_column = op->kind == NUMBER || op->kind == TEXT || op->kind == LEAVE;
        if ((has_column && bind_column(schema, batch, op->index, &op->column)) ||
            (op->beside_index != -1 && bind_column(schema, batch, op->beside_index, &op->beside))) {
            return -1;
        }
        if (op->kind != LEAVE && has_column && (op->kind == TEXT) != (op->column.kind == TEXTS)) {
            return refused("A column has numbers where texts are asked for, or texts where numbers are.");
        }
    }
    run->rows = (Py_ssize_t)batch->length;
    run->row = 0;
    return 0;
}
