import english from './en.json'
import type { Translate } from './translate'

type Known = { key: string; pattern: RegExp; numbers: ReadonlySet<string> }

type Branch = { readonly [key: string]: string | Branch }

const texts = listTexts(english.sentences)

/** Some sentences repeat what was sent, of any length; to look for two arguments in that takes time by its square. */
const MAXIMUM_LENGTH = 1_000

/** Arguments that are sentences of rooms too; in the other ones stands what people wrote, or a name. */
const said = new Set(['fault', 'note', 'things', 'why'])

/**
 * What a room says, such as why it refused an action, in the reader's language. Rooms speak English, as the API does;
 * the English texts of the catalog are their sentences, so each is found by itself, with its arguments. One that the
 * catalog lacks stays as it is.
 */
export function translateSentence(t: Translate<'sentences'>, sentence: string): string {
  if (sentence.length > MAXIMUM_LENGTH) return sentence
  for (const { key, pattern, numbers } of texts) {
    const found = pattern.exec(sentence)
    if (!found) continue
    const values = Object.entries(found.groups ?? {}).map(([name, text]) => [
      name,
      numbers.has(name) ? Number(text.replaceAll(',', '')) : said.has(name) ? translateSentence(t, text) : text,
    ])
    return anyKey(t)(key, Object.fromEntries(values))
  }
  return sentence
}

/** The same for each field's fault. */
export const translateFields = (
  t: Translate<'sentences'>,
  fields: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([field, fault]) => [field, translateSentence(t, fault)]))

/** The keys are those of the English catalog, and the values those that its text has places for. */
const anyKey = (t: Translate<'sentences'>) =>
  t as unknown as (key: string, values: Record<string, string | number>) => string

function listTexts(branch: Branch, path = ''): Known[] {
  return Object.entries(branch).flatMap(([name, text]) => {
    const key = path + name
    if (typeof text !== 'string') return listTexts(text, `${key}.`)
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
