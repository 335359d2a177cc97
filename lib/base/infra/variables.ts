import { readFileSync, statSync } from 'node:fs'
import { z } from 'zod'
import { DomainError } from './domain-error'
import { editDistance } from './edit-distance'

/** A configuration with which nothing can start; never repeats a value, which may be a secret. */
export const envInvalid = (problem: string, cause?: unknown): DomainError =>
  new DomainError('ENV_INVALID', `Turnpike cannot start: ${problem}.`, { cause })

export const url = (protocols: string[], what: string) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), `must be ${what}`)

export const httpUrl = url(['http:', 'https:'], 'an http:// or https:// URL')

/** A whole number in decimal digits; `standard` where the variable is left out. */
export const wholeNumber = (from: number, to: number, standard: number) =>
  z
    .string()
    .refine(
      (text) => /^\d{1,15}$/.test(text) && Number(text) >= from && Number(text) <= to,
      `must be a whole number from ${from} to ${to}`,
    )
    .default(String(standard))
    .transform(Number)

/** Text that `read` understands; it gives null for another. */
export const understood = <Value>(read: (text: string) => Value | null, message: string) =>
  z.string().transform((text, context): Value => {
    const value = read(text)
    if (value !== null) return value
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })

/** Items between commas; none is an empty list. */
export const list = <T extends z.ZodTypeAny>(item: T) =>
  z
    .string()
    .transform((value) =>
      value
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .pipe(z.array(item))

export type EnvSource = Readonly<Record<string, string | undefined>>

/** Reads variables by their shape. Throws ENV_INVALID with what is wrong with each; never repeats a value. */
export function parseVariables<T extends z.ZodRawShape>(shape: T, source: EnvSource): z.infer<z.ZodObject<T>> {
  const names = Object.keys(shape)
  const values = Object.fromEntries(names.map((name) => [name, readVariable(name, source)]))
  const result = z.object(shape).safeParse(values)
  if (result.success) return result.data
  const lines = new Map(result.error.issues.map(({ path, message }) => [String(path[0]), message]))
  const problems = [...lines].map(([name, message]) =>
    values[name] === undefined ? `${name} is missing (see docs/configuration.md)` : `${name} ${message}`,
  )
  throw envInvalid(problems.join('; '))
}

/** Reads a variable, or the file that its `_FILE` form names. Empty means absent; an empty file is a mistake. */
function readVariable(name: string, source: EnvSource): string | undefined {
  const value = source[name]?.trim() || undefined
  const file = source[`${name}_FILE`]?.trim()
  if (!file) return value
  if (value) throw envInvalid(`set ${name} or ${name}_FILE, not both`)
  const text = readText(name, file)
  if (text) return text
  throw envInvalid(`${file}, the file in ${name}_FILE, is empty`)
}

function readText(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (cause) {
    throw envInvalid(`${file}, the file in ${name}_FILE, cannot be read`, cause)
  }
}

/** Files named by those variables with `_FILE` behind their names, which every user of this machine may read. */
export function findOpenFiles(names: readonly string[], source: EnvSource): { variable: string; file: string }[] {
  return names.flatMap((name) => {
    const variable = `${name}_FILE`
    const file = source[variable]?.trim()
    const mode = file ? (statSync(file, { throwIfNoEntry: false })?.mode ?? 0) : 0
    return file && (mode & READ_BY_ALL) !== 0 ? [{ variable, file }] : []
  })
}

const READ_BY_ALL = 0o004

export type UnknownVariable = { name: string; meant: string | null }

/** Prefixes that belong to us; other programs may read other names. */
const OWN_BEGINNING = /^(TURNPIKE|FACILITATOR|SELLER|BAZAAR|SHUTDOWN|(EVM|SVM|AVM)(?=_(RPC|ALGOD|INDEXER)))_/

const FURTHER_NETWORK = /^EVM_RPC_URLS_\d+(?:_FILE)?$/

/**
 * Finds variables that look like ours and mean nothing here: with one of our prefixes, or a letter or two away from a
 * known name. A known name followed by `_FILE` is known too.
 */
export function findUnknownVariables(names: readonly string[], known: readonly string[]): UnknownVariable[] {
  const isKnown = new Set(known.flatMap((name) => [name, `${name}_FILE`]))
  return names.flatMap((name) => {
    if (isKnown.has(name) || FURTHER_NETWORK.test(name)) return []
    const meant = known.find((other) => isNear(name, other)) ?? null
    return meant || OWN_BEGINNING.test(name) ? [{ name, meant }] : []
  })
}

/** Short names differ by a letter from too many others. */
const SHORTEST_NAME = 8

const isNear = (name: string, other: string) => name.length >= SHORTEST_NAME && editDistance(name, other, 2) <= 2
