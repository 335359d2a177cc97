import { parseArgs } from 'node:util'
import { DomainError } from '@/lib/base/infra/domain-error'

export type BenchOptions = {
  /** Names of rows and groups; empty for all. */
  only: string[]
  isQuick: boolean
  past: number
  rounds: number
}

/** Reads the command line; fails with one plain sentence. */
export function parseOptions(args: string[], known: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string', default: '' },
      quick: { type: 'boolean', default: false },
      past: { type: 'string' },
      rounds: { type: 'string' },
    },
  })
  const only = values.only.split(',').filter((name) => name !== '')
  const unknown = only.find((name) => !known.includes(name))
  if (unknown !== undefined) {
    throw new DomainError('USAGE', `There is no row "${unknown}"; --only takes some of ${known.join(', ')}.`)
  }
  return {
    only,
    isQuick: values.quick,
    past: wholeNumber('past', values.past, values.quick ? 10_000 : 10_000_000),
    rounds: wholeNumber('rounds', values.rounds, values.quick ? 1 : 3),
  }
}

function wholeNumber(flag: string, text: string | undefined, otherwise: number): number {
  const value = text === undefined ? otherwise : Number(text)
  if (Number.isSafeInteger(value) && value > 0) return value
  throw new DomainError('USAGE', `--${flag} takes a whole number above zero; got "${text}".`)
}
