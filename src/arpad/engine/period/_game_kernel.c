/* The game kernel: gathers, looks up and adds, over columns. It knows no rule, and not what a column means.
 *
 * What it is asked stands in `game_kernel.py`; `game_sums.py` does the same with NumPy, and a property test holds both
 * to the same numbers. Every row names two places. Nothing is read or written by a place, a group or a difference
 * before that very number was compared with the length of what it points into; what does not fit together is refused
 * with a sentence. Columns are taken as they stand in memory: kind, length and order are checked first.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <string.h>

#define AHEAD 16 /* rows: so long before their turn, memory is asked for their places */
#define MOST_COLUMNS 10
#define RESULTS 3

#if defined(__GNUC__) || defined(__clang__)
#define ASK_FOR(base, place, size) __builtin_prefetch((const void *)((uintptr_t)(base) + (uintptr_t)(place) * (size)), 1)
#else
#define ASK_FOR(base, place, size) ((void)(place))
#endif

static int refused(const char *why) {
    PyErr_SetString(PyExc_ValueError, why);
    return -1;
}

/* ---- columns ---- */

typedef struct {
    Py_buffer views[MOST_COLUMNS];
    int count;
} Held;

static void give_back(Held *held) {
    while (held->count) {
        PyBuffer_Release(&held->views[--held->count]);
    }
}

/* Takes a column of whole numbers of so many bytes; None is NULL where it may be. Its length is asked for, or checked. */
static int take(Held *held, PyObject *given, Py_ssize_t item, int flags, void *column, Py_ssize_t *length) {
    Py_buffer *view = &held->views[held->count];
    if (PyObject_GetBuffer(given, view, PyBUF_ND | PyBUF_FORMAT | flags)) {
        return -1;
    }
    held->count++;
    const char *kinds = item == 1 ? "?B" : "ilq", *kind = view->format ? view->format : "B";
    if (view->ndim != 1 || view->itemsize != item || !kind[0] || kind[1] || !strchr(kinds, kind[0])) {
        return refused("A column is not one of whole numbers of the kind that is asked for.");
    }
    if (*length >= 0 && view->shape[0] != *length) {
        return refused("Columns that belong together are not of one length.");
    }
    *length = view->shape[0];
    memcpy(column, &view->buf, sizeof view->buf);
    return 0;
}

static int take_or_none(Held *held, PyObject *given, Py_ssize_t item, void *column, Py_ssize_t *length) {
    return given == Py_None ? 0 : take(held, given, item, 0, column, length);
}

/* ---- adding up ---- */

typedef struct {
    uint64_t *state;       /* by place: a key in the lowest bits, above it what was added up so far */
    const uint64_t *table; /* by three times the difference of two keys, moved up so that it begins at 0, plus the result */
    const int32_t *first, *second, *points, *other_points;
    const int32_t *source; /* or NULL: of which part of the state the keys are */
    const int32_t *group;  /* or NULL: rows of a marked group are left out */
    const uint8_t *marked;
    int64_t *left;
    Py_ssize_t places, rows, part, parts, groups;
    uint64_t key_mask;
    int64_t lowest, below, widest, half;
} Sums;

enum { PLACE_OUTSIDE = -1, GROUP_OUTSIDE = -2, SOURCE_OUTSIDE = -3 };

static const char *const OUTSIDE[] = {"", "A place is outside of the state.", "A group is outside of its marks.",
                                      "A source is outside of the state."};

static inline int is_outside(int64_t place, Py_ssize_t length) {
    return (uint64_t)place >= (uint64_t)length; /* what is below zero is a very large number without its sign */
}

/* Takes the columns by value: what is written into them can then be nothing of these. */
static Py_ssize_t add_rows(Sums of) {
    Py_ssize_t left = 0;
    for (Py_ssize_t row = 0; row < of.rows; row++) {
        if (row + AHEAD < of.rows) {
            uintptr_t before = of.source ? (uintptr_t)of.source[row + AHEAD] * (uintptr_t)of.part : 0;
            ASK_FOR(of.state, before + (uintptr_t)of.first[row + AHEAD], sizeof *of.state);
            ASK_FOR(of.state, before + (uintptr_t)of.second[row + AHEAD], sizeof *of.state);
        }
        int64_t first = of.first[row], second = of.second[row];
        if (is_outside(first, of.part) || is_outside(second, of.part)) {
            return PLACE_OUTSIDE;
        }
        if (of.source) {
            int64_t source = of.source[row];
            if (is_outside(source, of.parts)) {
                return SOURCE_OUTSIDE;
            }
            first += source * of.part;
            second += source * of.part;
        }
        int is_left = 0;
        if (of.group) {
            int64_t group = of.group[row];
            if (is_outside(group, of.groups)) {
                return GROUP_OUTSIDE;
            }
            is_left = of.marked[group] != 0;
        }
        int64_t key = (int64_t)(of.state[first] & of.key_mask), other = (int64_t)(of.state[second] & of.key_mask);
        int64_t difference = key - other, points = of.points[row], rest = of.other_points[row];
        /* Without branches: rows that are left out come as they like. */
        is_left |= (key < of.lowest) | (key >= of.below) | (other < of.lowest) | (other >= of.below);
        is_left |= (difference > of.widest) | (difference < -of.widest) | (points + rest != 2 * of.half);
        is_left |= (points != 0) & (points != of.half) & (points != 2 * of.half);
        of.left[left] = row;
        left += is_left;
        int64_t result = (points == of.half) + 2 * (points == 2 * of.half);
        int64_t cell = is_left ? 0 : RESULTS * (of.widest + difference) + result;
        int64_t opposite = is_left ? 0 : RESULTS * (of.widest - difference) + (RESULTS - 1 - result);
        uint64_t kept = (uint64_t)is_left - 1; /* all bits, or none */
        of.state[first] += of.table[cell] & kept;
        of.state[second] += of.table[opposite] & kept;
    }
    return left;
}

static int check_table(const Sums *of, Py_ssize_t cells) {
    if (of->widest < 0 || of->widest > (1 << 24) || cells != RESULTS * (2 * of->widest + 1)) {
        return refused("The table does not have a cell for every difference and result.");
    }
    for (Py_ssize_t cell = 0; cell < cells; cell++) {
        if (of->table[cell] & of->key_mask) {
            return refused("A cell of the table would change a key.");
        }
    }
    return 0;
}

PyDoc_STRVAR(add_up_doc, "add_up(state, parts, table, key_bits, lowest, below, widest, half, first, second, points,\n"
                         "       other_points, source, group, marked, left)\n--\n\n"
                         "Add to both places of every row what the table has for it; give how many rows were left out.\n"
                         "Their numbers are the first of `left`.");

static PyObject *add_up(PyObject *Py_UNUSED(module), PyObject *arguments) {
    Held held = {.count = 0};
    Sums of = {0};
    PyObject *state, *table, *first, *second, *points, *other_points, *source, *group, *marked, *left;
    int key_bits;
    long long lowest, below, widest, half;
    Py_ssize_t cells = -1, named = -1, count = -1;
    if (!PyArg_ParseTuple(arguments, "OnOiLLLLOOOOOOOO", &state, &of.parts, &table, &key_bits, &lowest, &below, &widest,
                          &half, &first, &second, &points, &other_points, &source, &group, &marked, &left)) {
        return NULL;
    }
    of.places = of.rows = of.groups = -1;
    of.lowest = lowest, of.below = below, of.widest = widest, of.half = half;
    if (key_bits < 1 || key_bits > 31 || half < 1 || half > 1 << 24) {
        refused("Keys have 1 to 31 bits, and half a point is a number above 0.");
    } else if (!take(&held, state, 8, PyBUF_WRITABLE, &of.state, &of.places) &&
               !take(&held, table, 8, 0, &of.table, &cells) && !take(&held, first, 4, 0, &of.first, &of.rows) &&
               !take(&held, second, 4, 0, &of.second, &of.rows) && !take(&held, points, 4, 0, &of.points, &of.rows) &&
               !take(&held, other_points, 4, 0, &of.other_points, &of.rows) &&
               !take_or_none(&held, source, 4, &of.source, &of.rows) &&
               !take_or_none(&held, group, 4, &of.group, &of.rows) &&
               !take_or_none(&held, marked, 1, &of.marked, &of.groups) &&
               !take(&held, left, 8, PyBUF_WRITABLE, &of.left, &named)) {
        of.key_mask = ((uint64_t)1 << key_bits) - 1;
        of.part = of.parts > 0 ? of.places / of.parts : 0;
        if (of.parts < 1 || of.part * of.parts != of.places || (of.parts > 1 && !of.source)) {
            refused("The state does not have a part for every source.");
        } else if (!of.group != !of.marked) {
            refused("Groups and marks go together.");
        } else if (named < of.rows) {
            refused("There is no room for every row that may be left out.");
        } else if (!check_table(&of, cells)) {
            Py_BEGIN_ALLOW_THREADS
            count = add_rows(of);
            Py_END_ALLOW_THREADS
            if (count < 0) {
                refused(OUTSIDE[-count]);
            }
        }
    }
    give_back(&held);
    return count < 0 ? NULL : PyLong_FromSsize_t(count);
}

/* ---- the latest ---- */

typedef struct {
    int32_t *latest; /* by place */
    const int32_t *first, *second, *group, *values; /* a value for each group; for each row, where there are no groups */
    const int64_t *left;
    Py_ssize_t places, rows, groups, named;
} Latest;

static inline void raise_to(int32_t *latest, int32_t value) {
    *latest = value > *latest ? value : *latest;
}

static Py_ssize_t raise_rows(Latest of) {
    Py_ssize_t next = 0;
    for (Py_ssize_t row = 0; row < of.rows; row++) {
        if (row + AHEAD < of.rows) {
            ASK_FOR(of.latest, of.first[row + AHEAD], sizeof *of.latest);
            ASK_FOR(of.latest, of.second[row + AHEAD], sizeof *of.latest);
        }
        if (next < of.named && of.left[next] == row) {
            next++;
            continue;
        }
        int64_t first = of.first[row], second = of.second[row], value = of.group ? of.group[row] : row;
        if (is_outside(first, of.places) || is_outside(second, of.places)) {
            return PLACE_OUTSIDE;
        }
        if (is_outside(value, of.groups)) {
            return GROUP_OUTSIDE;
        }
        raise_to(&of.latest[first], of.values[value]);
        raise_to(&of.latest[second], of.values[value]);
    }
    return next;
}

PyDoc_STRVAR(raise_latest_doc, "raise_latest(latest, first, second, group, values, left)\n--\n\n"
                               "Let both places of every row have at least the value of its group, or of the row where\n"
                               "there are no groups; the rows that are named in `left`, in order, are passed over.");

static PyObject *raise_latest(PyObject *Py_UNUSED(module), PyObject *arguments) {
    Held held = {.count = 0};
    Latest of = {0};
    PyObject *latest, *first, *second, *group, *values, *left;
    Py_ssize_t passed = -1;
    if (!PyArg_ParseTuple(arguments, "OOOOOO", &latest, &first, &second, &group, &values, &left)) {
        return NULL;
    }
    of.places = of.rows = of.groups = of.named = -1;
    if (!take(&held, latest, 4, PyBUF_WRITABLE, &of.latest, &of.places) &&
        !take(&held, first, 4, 0, &of.first, &of.rows) && !take(&held, second, 4, 0, &of.second, &of.rows) &&
        !take_or_none(&held, group, 4, &of.group, &of.rows) && !take(&held, values, 4, 0, &of.values, &of.groups) &&
        !take(&held, left, 8, 0, &of.left, &of.named)) {
        Py_BEGIN_ALLOW_THREADS
        passed = raise_rows(of);
        Py_END_ALLOW_THREADS
        if (passed < 0) {
            refused(OUTSIDE[-passed]);
        } else if (passed < of.named) {
            passed = refused("The rows that are left out do not stand in order, or are no rows.");
        }
    }
    give_back(&held);
    return passed < 0 ? NULL : Py_BuildValue("");
}

static PyMethodDef methods[] = {{"add_up", add_up, METH_VARARGS, add_up_doc},
                                {"raise_latest", raise_latest, METH_VARARGS, raise_latest_doc},
                                {NULL, NULL, 0, NULL}};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "_game_kernel", "Looks up and adds over columns.", 0, methods, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit__game_kernel(void) {
    return PyModuleDef_Init(&module);
}
