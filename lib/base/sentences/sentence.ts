/**
 * A room's message to a person: the key of a text in `en.json` and the values of its places. Rooms make it by `say`;
 * surfaces put it into words, in English for programs or in the reader's language, and never compare the words.
 */
export type Sentence = { readonly key: string; readonly details: Details; readonly [mark]: true }

/** By the names of the text's places; a value may be another sentence. */
export type Details = Readonly<Record<string, string | number | Sentence>>

/** Marks a sentence: text from sellers may have the same properties. Next.js loads this module several times. */
export const mark: unique symbol = Symbol.for('turnpike.sentence')

export const isSentence = (value: unknown): value is Sentence =>
  typeof value === 'object' && value !== null && mark in value
