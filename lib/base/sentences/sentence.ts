/**
 * What a room says to a person: the key of a text in `en.json` and what fills its places. Rooms make it by `say`;
 * surfaces put it into words, in English for programs or in the reader's language, and never compare the words.
 */
export type Sentence = { readonly key: string; readonly details: Details; readonly [mark]: true }

/** By the names of the text's places; a sentence may stand within another. */
export type Details = Readonly<Record<string, string | number | Sentence>>

/** Tells a sentence from what sellers write, which may have the same properties. Next.js loads this module several times. */
export const mark: unique symbol = Symbol.for('turnpike.sentence')

export const isSentence = (value: unknown): value is Sentence =>
  typeof value === 'object' && value !== null && mark in value
