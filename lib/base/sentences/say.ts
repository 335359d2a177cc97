import type english from './en.json'
import { type Details, mark, type Sentence } from './sentence'

type SentenceTexts = typeof english

type KeysOf<Of> = { [Key in keyof Of & string]: Of[Key] extends string ? Key : `${Key}.${KeysOf<Of[Key]>}` }[keyof Of &
  string]

export type SentenceKey = KeysOf<SentenceTexts>

type TextOf<Of, Key extends string> = Key extends keyof Of
  ? Of[Key]
  : Key extends `${infer First}.${infer Rest}`
    ? First extends keyof Of
      ? TextOf<Of[First], Rest>
      : never
    : never

/** `{name}` takes a text, a number or a sentence; `{count, number}` a number, which is written as the language does. */
type PlacesOf<Text> = Text extends `${string}{${infer Place}}${infer Rest}`
  ? (Place extends `${infer Name}, number`
      ? { [key in Name]: number }
      : { [key in Place]: string | number | Sentence }) &
      PlacesOf<Rest>
  : unknown

/** Accepts anything while the declaration of `en.json`, which holds its texts, is not written yet. */
type DetailsOf<Text> = string extends Text
  ? [details?: Details]
  : unknown extends PlacesOf<Text>
    ? []
    : [details: PlacesOf<Text>]

/** A sentence of `en.json`, with values for the places in its text. */
export const say = <Key extends SentenceKey>(
  key: Key,
  ...[details]: DetailsOf<TextOf<SentenceTexts, Key>>
): Sentence => ({
  key,
  details: (details ?? {}) as Details,
  [mark]: true,
})

/** The message of a schema's rule: a key whose places the rule fills, such as `maximum`. */
export const ruled = (key: SentenceKey): string => key
