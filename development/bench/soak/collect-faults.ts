import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Finding } from './audited'
import type { SoakAnswer } from './soak-client'
import type { SoakWorld } from './soak-world'

/**
 * Collects the 5xx answers, except 503, that the clients of this world get from now on: there must be none, whatever is
 * killed. Returns a function that gives them as findings, each with the instances' log of its request.
 */
export function collectFaults(world: SoakWorld): () => Finding[] {
  const faults: SoakAnswer[] = []
  world.seen = (answer) => {
    if (answer.status >= 500 && answer.status !== 503) faults.push(answer)
  }
  return () => {
    const lines = faults.length > 0 ? logLinesOf(world) : []
    return faults.map(({ status, headers, text }) => {
      const id = headers['x-request-id']
      const logged = lines.filter((line) => id && line.includes(id))
      return { kind: `answered ${status}`, detail: [text.slice(0, 500), ...logged].join('\n') }
    })
  }
}

const logLinesOf = ({ folder }: SoakWorld): string[] =>
  readdirSync(folder)
    .filter((name) => name.startsWith('site-'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
