import { readFileSync, statSync } from 'node:fs'
import { z } from 'zod'
import { DomainError } from './domain-error'

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
  throw new DomainError('ENV_INVALID', `Turnpike cannot start: ${problems.join('; ')}.`)
}

/** Reads a variable, or the file that its `_FILE` form names. Empty means absent; an empty file is a mistake. */
function readVariable(name: string, source: EnvSource): string | undefined {
  const value = source[name]?.trim() || undefined
  const file = source[`${name}_FILE`]?.trim()
  if (!file) return value
  if (value) throw new DomainError('ENV_INVALID', `Turnpike cannot start: set ${name} or ${name}_FILE, not both.`)
  const text = readText(name, file)
  if (text) return text
  throw new DomainError('ENV_INVALID', `Turnpike cannot start: ${file}, the file in ${name}_FILE, is empty.`)
}

function readText(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (cause) {
    const problem = `Turnpike cannot start: ${file}, the file in ${name}_FILE, cannot be read.`
    throw new DomainError('ENV_INVALID', problem, { cause })
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
