import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { DomainError } from './domain-error'

/** Variables as the operating system hands them over. */
export type EnvSource = Readonly<Record<string, string | undefined>>

/** Reads variables by their shape. Throws ENV_INVALID with what is wrong with each; never repeats a value. */
export function parseVariables<T extends z.ZodRawShape>(shape: T, source: EnvSource): z.infer<z.ZodObject<T>> {
  const names = Object.keys(shape)
  const values = Object.fromEntries(names.map((name) => [name, readVariable(name, source)]))
  const result = z.object(shape).safeParse(values)
  if (result.success) return result.data
  const lines = new Map(result.error.issues.map(({ path, message }) => [String(path[0]), message]))
  const problems = [...lines].map(([name, message]) =>
    values[name] === undefined ? `${name} is missing (see .env.example)` : `${name} ${message}`,
  )
  throw new DomainError('ENV_INVALID', `Turnpike cannot start: ${problems.join('; ')}.`)
}

/** The value of a variable, or of the file that the variable with `_FILE` behind its name names; an empty one counts as absent. */
function readVariable(name: string, source: EnvSource): string | undefined {
  const value = source[name]?.trim() || undefined
  const file = source[`${name}_FILE`]?.trim()
  if (!file) return value
  if (value) throw new DomainError('ENV_INVALID', `Turnpike cannot start: set ${name} or ${name}_FILE, not both.`)
  try {
    return readFileSync(file, 'utf8').trim() || undefined
  } catch (cause) {
    throw new DomainError('ENV_INVALID', `Turnpike cannot start: the file in ${name}_FILE cannot be read.`, { cause })
  }
}
