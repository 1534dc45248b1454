/* The line kernel: writes lines from the columns of a frame, as a line program says.
 *
 * It knows neither players nor rules, nor what a column means. The program comes from `line_program.py`; what it
 * means is said there, and written once more in Python in `tests/support/line_programs.py`, which a property test
 * holds equal to this. A row that a program cannot write, because a text does not fit or has a byte that may not be
 * written as it is, is left out and named; its line is then written elsewhere, in Python.
 *
 * Lines are written into a room of fixed size. Before the first row it is checked that the longest line has a place in
 * it; whenever the next line might not, the room is given to Python. The loop itself needs nothing of Python.
 */
#define PY_SSIZE_T_CLEAN
#include "_line_steps.h"

#define IN_TABLE 10000
#define AHEAD 24 /* rows: so long before it is written, a text that does not stand in its view is asked for */

#if defined(__GNUC__) || defined(__clang__)
#define ASK_FOR(place) __builtin_prefetch(place)
#else
#define ASK_FOR(place) ((void)(place))
#endif

static char numbers[IN_TABLE + STRIDE / 4][4]; /* 0 to 9999 in decimal, and a stride behind them */

/* ---- writing: everything was checked above, but for the texts ---- */

static inline char *blanks(char *out, Py_ssize_t count) {
    memset(out, ' ', STRIDE);
    for (Py_ssize_t done = STRIDE; done < count; done += STRIDE) {
        memset(out + done, ' ', STRIDE);
    }
    return out + count;
}

/* Copies a text in strides, where what stands behind it may be read too. */
static inline char *copied(char *out, Text text) {
    if (text.size <= IN_THE_VIEW) {
        memcpy(out, text.bytes, IN_THE_VIEW);
    } else if (text.size > text.readable - WIDE) {
        memcpy(out, text.bytes, (size_t)text.size);
    } else {
        for (Py_ssize_t done = 0; done < text.size; done += WIDE) {
            memcpy(out + done, text.bytes + done, WIDE);
        }
    }
    return out + text.size;
}

/* Puts a text into its place; NULL where it does not fit. */
static inline char *placed(char *out, const Op *op, Text text, Py_ssize_t characters) {
    if (!op->width) {
        return copied(out, text);
    }
    if (characters > op->room) {
        return NULL;
    }
    Py_ssize_t before = op->right ? op->edge - characters : op->edge;
    out = copied(before ? blanks(out, before) : out, text);
    blanks(out, op->width); /* as many as ever: a loop that is always as long is faster */
    return out + op->width - before - characters;
}

/* Writes a number of more digits than those of the table. */
static char *write_long(char *out, const Op *op, int64_t value) {
    Py_ssize_t digits = 1;
    for (uint64_t limit = 10; (uint64_t)value >= limit; limit *= 10) { /* ends at 10^19, which is no int64 any more */
        digits++;
    }
    Py_ssize_t before = !op->width ? 0 : op->right ? op->edge - digits : op->edge;
    if (op->width && digits > op->room) {
        return NULL;
    }
    out = (before ? blanks(out, before) : out) + digits;
    char *digit = out;
    do { /* straight into the line: a copy of bytes just written would have to wait for them */
        *--digit = (char)('0' + value % 10);
        value /= 10;
    } while (value);
    return op->width ? blanks(out, op->width - before - digits) : out;
}

static inline char *write_number(char *out, const Op *op, Py_ssize_t row) {
    const char *digits = op->instead;
    Py_ssize_t size = op->instead_size;
    if (has_value(&op->column, row)) {
        int64_t value = number_at(&op->column, row);
        if (value < 0 || value >= IN_TABLE) {
            return value < 0 ? NULL : write_long(out, op, value);
        }
        digits = numbers[value];
        size = 1 + (value > 9) + (value > 99) + (value > 999);
    } else if (op->beside_index >= 0 && has_value(&op->beside, row)) {
        size = 0;
    }
    if (!op->width) {
        memcpy(out, digits, STRIDE);
        return out + size;
    }
    if (size > op->room) {
        return NULL;
    }
    Py_ssize_t before = op->right ? op->edge - size : op->edge;
    out = before ? blanks(out, before) : out;
    memcpy(out, digits, STRIDE);
    return blanks(out + size, op->width - before - size);
}

/* Tells whether those of 32 bytes that stand before `end` are ASCII, without control characters and & < >. Written so
   that a compiler can do many at once. */
static inline int is_plain_ascii(const char *bytes, uint8_t end) {
    uint8_t any = 0;
    for (uint8_t index = 0; index < WIDE; index++) {
        uint8_t byte = (uint8_t)bytes[index];
        uint8_t strange = (byte < 0x20) | (byte > 0x7E) | (byte == '&') | (byte == '<') | (byte == '>');
        any |= strange & (index < end);
    }
    return !any;
}

/* Tells of a text that is too long for a view whether it is plain ASCII; 0 too where strides do not suit it. */
static int is_usual(Text text) {
    if (text.size <= IN_THE_VIEW || text.size > text.readable - WIDE) {
        return 0;
    }
    for (Py_ssize_t done = 0; done < text.size; done += WIDE) {
        Py_ssize_t more = text.size - done;
        if (!is_plain_ascii(text.bytes + done, (uint8_t)(more < WIDE ? more : WIDE))) {
            return 0;
        }
    }
    return 1;
}

static inline char *write_text(const Run *run, char *out, const Op *op, Py_ssize_t row) {
    if (op->column.buffer_count && row < run->rows - AHEAD) {
        /* Lists stand in the order of names, and texts in that of numbers: each is somewhere else in memory, and waiting
           for it would take as long as all the rest of a line. So memory is asked for it some rows before. */
        Text later = text_at(&op->column, row + AHEAD);
        if (later.size > IN_THE_VIEW && later.bytes) {
            ASK_FOR(later.bytes);
            ASK_FOR(later.bytes + later.size - 1);
        }
    }
    Text text = text_at(&op->column, row);
    if (!has_value(&op->column, row) || text.size > op->most) {
        return NULL;
    }
    if (!text.size) {
        return op->width ? blanks(out, op->width) : out;
    }
    if (run->plain_ascii && is_usual(text)) {
        return placed(out, op, text, text.size);
    }
    Py_ssize_t characters = 0;
    unsigned char good = 1;
    for (Py_ssize_t index = 0; index < text.size; index++) {
        unsigned char byte = (unsigned char)text.bytes[index];
        good &= run->plain[byte];
        characters += (byte & 0xC0) != 0x80; /* the further bytes of a character of UTF-8 begin with 10 */
    }
    return good ? placed(out, op, text, characters) : NULL;
}

/* Writes a line; NULL where it is left out. */
static inline char *write_line(const Run *run, char *line, Py_ssize_t row) {
    char *out = line;
    for (const Op *op = run->ops; op < run->ops + run->count; op++) {
        for (Py_ssize_t done = 0; done < op->size; done += STRIDE) {
            memcpy(out + done, op->literal + done, STRIDE);
        }
        out += op->size;
        switch (op->kind) {
        case LITERAL:
            break;
        case NUMBER:
            out = write_number(out, op, row);
            break;
        case TEXT:
            out = write_text(run, out, op, row);
            break;
        case TRIM:
            while (out > line && out[-1] == ' ') {
                out--;
            }
            break;
        default:
            out = has_value(&op->column, row) ? NULL : out;
        }
        if (!out) {
            return NULL;
        }
    }
    return out;
}

/* Writes lines until all rows are done or the room is full; gives how many bytes they are. */
static Py_ssize_t write_lines(Run *run, char *room, Py_ssize_t size) {
    char *out = room, *last = room + size - WIDE - run->longest;
    for (run->left_count = 0; run->row < run->rows && out <= last && run->left_count < MOST_LEFT; run->row++) {
        char *end = write_line(run, out, run->row);
        if (!end) {
            run->left[run->left_count++] = (Left){run->row, out - room};
        }
        out = end ? end : out;
    }
    return out - room;
}

/* ---- asked from Python ---- */

/* Gives the room away: how many bytes are in it, which rows were left out, how many rows that is together. */
static int give(const Run *run, Py_ssize_t used, Py_ssize_t before, PyObject *full) {
    PyObject *answer, *left = PyList_New(0);
    for (Py_ssize_t index = 0; left && index < run->left_count; index++) {
        PyObject *pair = Py_BuildValue("nn", before + run->left[index].row, run->left[index].place);
        if (!pair || PyList_Append(left, pair)) {
            Py_CLEAR(left);
        }
        Py_XDECREF(pair);
    }
    answer = left ? PyObject_CallFunction(full, "nNn", used, left, before + run->row) : NULL;
    Py_XDECREF(answer);
    return answer ? 0 : -1;
}

static int write_batch(Run *run, Py_buffer *room, Py_ssize_t before, PyObject *full) {
    while (run->row < run->rows) {
        Py_ssize_t used;
        Py_BEGIN_ALLOW_THREADS
        used = write_lines(run, room->buf, room->len);
        Py_END_ALLOW_THREADS
        if (give(run, used, before, full)) {
            return -1;
        }
    }
    return 0;
}

/* Gives everything back; whoever handed it over may be in Python, and is not to see a fault that is ours. */
static void give_back(struct ArrowSchema *schema, struct ArrowArray *batch) {
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    if (schema && schema->release) {
        schema->release(schema);
    }
    if (batch && batch->release) {
        batch->release(batch);
    }
    PyErr_Restore(type, value, traceback);
}

static int write_stream(Run *run, struct ArrowArrayStream *stream, const struct ArrowSchema *schema, Py_buffer *room,
                        PyObject *full) {
    for (Py_ssize_t before = 0;; before += run->rows) {
        struct ArrowArray batch = {0};
        if (check_answer(stream, stream->get_next(stream, &batch))) {
            return -1;
        }
        if (!batch.release) {
            return 0; /* there are no more */
        }
        int fault = bind(run, schema, &batch) || write_batch(run, room, before, full);
        give_back(NULL, &batch);
        if (fault) {
            return -1;
        }
    }
}

static int write_frame(Run *run, PyObject *frame, PyObject *room, PyObject *full) {
    struct ArrowSchema schema = {0};
    PyObject *capsule = NULL;
    Py_buffer out; /* held, so that nobody takes the room away meanwhile */
    int fault = -1;
    if (PyObject_GetBuffer(room, &out, PyBUF_WRITABLE)) {
        return -1;
    }
    struct ArrowArrayStream *stream = NULL;
    if (out.len - WIDE < run->longest) {
        refused("The room is too small for a line.");
    } else if ((stream = stream_of(frame, &capsule)) && !schema_of(stream, &schema)) {
        fault = write_stream(run, stream, &schema, &out, full);
    }
    give_back(&schema, NULL);
    Py_XDECREF(capsule);
    PyBuffer_Release(&out);
    return fault;
}

PyDoc_STRVAR(lines_doc, "lines(program, plain, frame, room, full)\n--\n\n"
                        "Write the lines of a frame into a bytearray, and call `full` whenever that is full, and at the\n"
                        "end: with how many bytes are in it, the rows that were left out, each with its place among\n"
                        "these bytes, and how many rows are done.");

static PyObject *lines(PyObject *Py_UNUSED(module), PyObject *arguments) {
    Run run = {0};
    PyObject *program, *plain, *frame, *room, *full;
    int fault = -1;
    if (!PyArg_ParseTuple(arguments, "O!SOO!O", &PyTuple_Type, &program, &plain, &frame, &PyByteArray_Type, &room,
                          &full)) {
        return NULL;
    }
    if (PyBytes_Size(plain) != 256) {
        refused("The table of bytes that are written as they are has 256 entries.");
    } else {
        read_plain(&run, plain);
        fault = read_program(&run, program) || write_frame(&run, frame, room, full);
    }
    forget(&run);
    return fault ? NULL : Py_BuildValue("");
}

static PyMethodDef methods[] = {{"lines", lines, METH_VARARGS, lines_doc}, {NULL, NULL, 0, NULL}};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "_line_kernel", "Writes lines from columns, as a line program says.", 0, methods, NULL, NULL,
    NULL, NULL};

PyMODINIT_FUNC PyInit__line_kernel(void) {
    for (int value = 0; value < IN_TABLE; value++) {
        char text[8];
        PyOS_snprintf(text, sizeof text, "%-4d", value);
        memcpy(numbers[value], text, sizeof numbers[value]);
    }
    return PyModuleDef_Init(&module);
}
