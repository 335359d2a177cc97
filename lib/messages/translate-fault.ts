import { faults } from './en/faults'
import type { Translate } from './translate'

type Fault = { key: string; pattern: RegExp; numbers: ReadonlySet<string> }

type Branch = { readonly [key: string]: string | Branch }

const faultList = listFaults(faults)

/**
 * The sentence with which an action was refused, in the reader's language. Rooms refuse in English, as the API answers;
 * the English texts of the catalog are these sentences, so each is found by itself, with its arguments. A sentence
 * that the catalog lacks stays as it is.
 */
export function translateFault(t: Translate<'faults'>, sentence: string): string {
  for (const { key, pattern, numbers } of faultList) {
    const found = pattern.exec(sentence)
    if (!found) continue
    const values = Object.entries(found.groups ?? {}).map(([name, text]) => [
      name,
      numbers.has(name) ? Number(text.replaceAll(',', '')) : translateFault(t, text),
    ])
    return anyKey(t)(key, Object.fromEntries(values))
  }
  return sentence
}

/** The keys are those of the English catalog, and the values those that its text has places for. */
const anyKey = (t: Translate<'faults'>) => t as (key: string, values: Record<string, string | number>) => string

function listFaults(branch: Branch, path = ''): Fault[] {
  return Object.entries(branch).flatMap(([name, text]) => {
    const key = path + name
    if (typeof text !== 'string') return listFaults(text, `${key}.`)
    const numbers = new Set([...text.matchAll(/\{(\w+), number\}/g)].map(([, argument = '']) => argument))
    return [{ key, pattern: patternOf(text), numbers }]
  })
}

/** Finds the sentences that the text makes, whatever its arguments are. */
function patternOf(text: string): RegExp {
  const parts = text.split(/(\{\w+(?:, number)?\})/).map((part) => {
    const [, name, format] = /^\{(\w+)(, number)?\}$/.exec(part) ?? []
    if (name === undefined) return part.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')
    return format === undefined ? `(?<${name}>.+?)` : `(?<${name}>\\d[\\d,]*)`
  })
  return new RegExp(`^${parts.join('')}$`, 's')
}
