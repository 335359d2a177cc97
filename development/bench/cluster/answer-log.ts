import type { SoakWorld } from '../soak/soak-world'

/** The answers to all buyers since the primary was killed. */
export type AnswerLog = {
  add: NonNullable<SoakWorld['seen']>
  startCounting: () => void
  /** Prints the log. `silent`: answers 5xx without Retry-After, and requests without an answer. */
  report: () => { silent: number }
}

export function createAnswerLog(): AnswerLog {
  let startedAt = Infinity
  const refusedAt: number[] = []
  const boughtAt: number[] = []
  const counts: Record<string, number> = {}
  let silent = 0
  return {
    add({ status, headers, text }, { hangUpAfterMs }) {
      const seconds = (performance.now() - startedAt) / 1_000
      const hasHungUp = status === 0 && hangUpAfterMs !== undefined
      if (!Number.isFinite(seconds) || hasHungUp) return
      const code = status === 200 || status === 402 ? '' : (/"code":\s*"([^"]+)"/.exec(text)?.[1] ?? '')
      const name = `${status} ${code}`.trim()
      counts[name] = (counts[name] ?? 0) + 1
      if (status === 200) boughtAt.push(seconds)
      if (status !== 0 && status < 500) return
      refusedAt.push(seconds)
      if (headers['retry-after'] === undefined) silent += 1
    },
    startCounting: () => void (startedAt = performance.now()),
    report() {
      const gap = longestGap(boughtAt)
      console.log('Answers since the primary was killed:')
      console.table(counts)
      console.log(`Refused from ${at(refusedAt[0])} to ${at(refusedAt.at(-1))} after the kill`)
      console.log(`Longest time without any content: ${at(gap.length)}, from ${at(gap.from)} on`)
      return { silent }
    },
  }
}

const at = (seconds: number | undefined) => (seconds === undefined ? 'never' : `${seconds.toFixed(1)} s`)

function longestGap(times: number[]): { from: number; length: number } {
  let longest = { from: 0, length: 0 }
  for (const [index, time] of times.entries()) {
    const from = times[index - 1] ?? 0
    if (time - from > longest.length) longest = { from, length: time - from }
  }
  return longest
}
