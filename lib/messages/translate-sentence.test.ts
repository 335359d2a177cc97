import { readdirSync, readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'oxc-parser'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { translateIn } from './translate'
import { translateSentence } from './translate-sentence'

const [english, german] = [translateIn('en', 'sentences'), translateIn('de', 'sentences')]

/** Sentences of other readers: of buyers and their programs, of e-mails, of wallets, of tools. */
const others = [/^lib\/sellers\/(produce|testing)\//, /\/queue-\w+-mail\.ts$/, /\/(describe-tool|seal)\.ts$/]

/** Where the sentences are written that are shown on pages: of refused actions, payments and setting up. */
const sources = [
  ...filesIn('lib/sellers'),
  'lib/x402/read-price.ts',
  'lib/x402/declared-schema.ts',
  'lib/x402/route-pattern.ts',
  'lib/x402/resource-info.ts',
  'lib/x402/icon-url.ts',
  'lib/infra/queue-full.ts',
  'lib/payments/payment-timeline.ts',
  'lib/operations/list-setup.ts',
  'lib/catalog/http/answer-relay-call.ts',
  'lib/catalog/browse/relay-call.ts',
  'lib/infra/safe-fetch.ts',
  'app/(site)/dashboard/_server/dashboard.ts',
]

const notFaults = [
  'Before: 1. After: 1.',
  // What stands in their places is no argument; they are asked for below.
  '1Sign this change with a wallet of your account. Nothing was changed yet.',
  'Expected 1.',
  'must have between 1 and 32 printable ASCII characters',
  'The service name 1.',
  'There can be at most 1 tags, and each 1.',
]

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /(?<!\.test)\.ts$/.test(entry.name))
    .map((entry) => `${entry.parentPath}/${entry.name}`)
    .filter((path) => !others.some((other) => other.test(path)))
}

/** Strings that read as sentences, with 1 in each place; descriptions of schemas are for programs. */
function sentencesOf(path: string): string[] {
  const found: { text: string; at: number }[] = []
  const described: { start: number; end: number }[] = []
  const visitor = new Visitor({
    CallExpression: ({ callee, arguments: given }) => {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
      if (callee.property.name === 'describe') described.push(...given)
    },
    Literal: ({ value, start }) => void (typeof value === 'string' && found.push({ text: value, at: start })),
    TemplateLiteral: ({ quasis, start }) =>
      void found.push({ text: quasis.map(({ value }) => value.cooked ?? '').join('1'), at: start }),
  })
  visitor.visit(parseSync(path, readFileSync(path, 'utf8')).program)
  return found
    .filter(({ at }) => !described.some(({ start, end }) => at >= start && at < end))
    .map(({ text }) => text)
    .filter((text) => (/^[A-Z1“"]/.test(text) && /\s/.test(text) && text.endsWith('.')) || /^must /.test(text))
}

describe('translateSentence', () => {
  const sentences = [...new Set(sources.flatMap(sentencesOf))].filter((each) => !notFaults.includes(each))

  it('knows every sentence that rooms show a seller', () => {
    expect(sentences.length).toBeGreaterThan(100)
    const unknown = sentences.filter((each) => translateSentence(german, each) === each)
    expect(unknown, 'Write these under `sentences` in en.json and de.json.').toEqual([])
  })

  it('says each in English as it was written', () => {
    for (const each of sentences) expect(translateSentence(english, each)).toBe(each)
  })

  it.each([
    ['Use at most 80 characters.', 'Nimm höchstens 80 Zeichen.'],
    [
      'A price below $0.000001 cannot be paid: it is the smallest amount there is.',
      'Ein Preis unter $0.000001 lässt sich nicht zahlen: Das ist der kleinste Betrag, den es gibt.',
    ],
    [
      'In the schema, at properties/a: This is nested too deeply.',
      'Im Schema bei properties/a: Das ist zu tief verschachtelt.',
    ],
    ['Write a path such as /users/{id}.', 'Schreibe einen Pfad wie /users/{id}.'],
    [
      'The transaction is older than the payment. The refund is not recorded.',
      'Die Transaktion ist älter als die Zahlung. Die Rückzahlung ist nicht eingetragen.',
    ],
    [
      'Your shop may have 10,000 routes. Make room, or ask whoever runs this site for more.',
      'Dein Shop darf nicht mehr haben (Routen: 10.000). Schaffe Platz oder bitte die Betreiber dieser Website um mehr.',
    ],
    ['Expected a path that starts with a slash.', 'Erwartet wird ein Pfad, der mit einem Schrägstrich beginnt.'],
    [
      'The signature was not accepted (expired). Sign this change with a wallet of your account. Nothing was changed yet.',
      'Die Signatur wurde nicht angenommen (expired). Signiere diese Änderung mit einer Wallet deines Kontos. Noch ist nichts geändert.',
    ],
    [
      'The service name must have between 1 and 32 printable ASCII characters.',
      'Der Name des Dienstes muss 1 bis 32 druckbare ASCII-Zeichen haben.',
    ],
    [
      '“files” is taken. Choose another name for the address.',
      '„files“ ist vergeben. Wähle einen anderen Namen für die Adresse.',
    ],
    ['A sentence that is not known.', 'A sentence that is not known.'],
  ])('says %j as %j', (sentence, translated) => {
    expect(translateSentence(german, sentence)).toBe(translated)
    expect(translateSentence(english, sentence)).toBe(sentence)
  })

  it.each([
    [z.enum(['a', 'b']), 'c', "Ungültige Auswahl. Erwartet: 'a' | 'b'; erhalten: 'c'"],
    [z.number(), '1', 'Erwartet: number; erhalten: string'],
    [z.string().max(3), 'four', 'Höchstens 3 Zeichen'],
    [z.number().max(3), 4, 'Höchstens 3'],
    [z.array(z.string()).min(1), [], 'Mindestens 1 Einträge'],
    [z.object({}).strict(), { a: 1 }, "Unbekannte Felder: 'a'"],
  ])('translates what schemas say by themselves', (schema, input, translated) => {
    const message = schema.safeParse(input).error?.issues[0]?.message ?? ''
    expect(translateSentence(german, message)).toBe(translated)
  })

  it('looks for nothing in a sentence that repeats a long text of a seller', () => {
    const long = `${'x'.repeat(2_000)} has a price by exact already: name it once.`
    expect(translateSentence(german, long)).toBe(long)
    expect(translateSentence(german, long.slice(1_900))).not.toBe(long.slice(1_900))
  })
})
