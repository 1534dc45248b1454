/* Plain Elo as fast as a compiled loop does it: one game after the other, doubles, `pow`, no rule of any federation.
 *
 * Compiled by `bench/compiled_elo.py` with -O3 and without -ffast-math. It is what our columns are measured against:
 * the same games, the same int64 columns, and a list that is wrong for most players.
 */
#include <math.h>
#include <stdint.h>

/* Give every player a new rating after all games, in their order. `score` is White's, in hundredths. */
void elo(int64_t players, const int64_t *rating, int64_t games, const int64_t *white, const int64_t *black,
         const int64_t *score, double k, double *new_rating)
{
    for (int64_t player = 0; player < players; player++)
        new_rating[player] = (double)rating[player];
    for (int64_t game = 0; game < games; game++) {
        double of_white = new_rating[white[game]], of_black = new_rating[black[game]];
        double expected = 1.0 / (1.0 + pow(10.0, (of_black - of_white) / 400.0));
        double change = k * ((double)score[game] / 100.0 - expected);
        new_rating[white[game]] = of_white + change;
        new_rating[black[game]] = of_black - change;
    }
}
