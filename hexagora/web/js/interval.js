/** Intervals of shares that hold at every look, those of the lab (hexagora/lab/intervals.py has the reasons). */

const LIMIT = Math.log(20) // with 95 percent, bets at fair odds never grow to more than twenty times the stake
const STEPS = 40 // halvings in the search for an end
const SERIES = [76.18009172947146, -86.50532032941677, 24.01409824083091, -1.231739572450155, 0.1208650973866179e-2, -0.5395239384953e-5]

/** The logarithm of the gamma function, by the series of Lanczos. */
function logGamma(x) {
  const shifted = x + 5.5
  const sum = SERIES.reduce((found, factor, k) => found + factor / (x + k + 1), 1.000000000190015)
  return (x + 0.5) * Math.log(shifted) - shifted + Math.log(2.5066282746310005 * sum / x)
}

const timesLog = (count, p) => (count <= 0 ? 0 : count * Math.log(p))

/** What bets on all shares at once have made of 1 if the true share were p; its logarithm. */
const wealth = (matches, won, p) => logGamma(0.5 + won) + logGamma(0.5 + matches - won) - logGamma(1 + matches) - Math.log(Math.PI)
  - timesLog(won, p) - timesLog(matches - won, 1 - p)

/** Where the bets have just not paid enough, between the share that was seen and `far`. */
function end(matches, won, far) {
  if (wealth(matches, won, far) <= LIMIT) return far
  let inside = won / matches, outside = far
  for (let step = 0; step < STEPS; step++) {
    const between = (inside + outside) / 2
    if (wealth(matches, won, between) <= LIMIT) inside = between
    else outside = between
  }
  return outside
}

/** The interval of a share of which `won` was seen in so many matches. @returns {[number, number]} */
export const interval = (matches, won) => [end(matches, won, 0), end(matches, won, 1)]
