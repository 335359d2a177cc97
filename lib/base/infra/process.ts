import { setMaxListeners } from 'node:events'
import { isDomainError } from './domain-error'

/**
 * Runs a process's main function. A refusal ends the process with its one sentence, any other error with its stack. The
 * exit status is 2 for a command line that is not understood, else 1.
 */
export async function runProcess(main: () => Promise<void>) {
  try {
    await main()
  } catch (error) {
    console.error(isDomainError(error) ? error.message : error)
    process.exitCode = isDomainError(error) && error.code === 'USAGE' ? 2 : 1
  }
}

const slot = globalThis as typeof globalThis & { turnpike?: Map<string, unknown> }

/**
 * Gives all copies of a module the same value: Next.js bundles a module once for the server's start, and again for
 * groups of pages. Everything that those bundles and `bin/start.mjs` share goes through here.
 */
export function oncePerProcess<Value>(name: string, make: () => Value): Value {
  const kept = (slot.turnpike ??= new Map())
  if (!kept.has(name)) kept.set(name, make())
  return kept.get(name) as Value // What another copy of the same module has made under this name.
}

const ending = oncePerProcess('ending', () => ({ isTold: false, closing: new AbortController() }))
// Each open stream listens.
setMaxListeners(0, ending.closing.signal)

/** True once this process has been told to end, and wants no further requests. */
export const isEnding = (): boolean => ending.isTold

/** Fires when this process closes: streams that would last as long as their reader must end now. */
export const closingSignal: AbortSignal = ending.closing.signal

/** From now on this process asks for no further requests; it still answers those that come. */
export function beginEnding(): void {
  ending.isTold = true
}

/** Ends streams that would last as long as their reader. */
export function beginClosing(): void {
  ending.closing.abort()
}

/**
 * Prints lines for a person. Text from others cannot steer the terminal, turn the order of its letters, or pass for a
 * separate line: such characters are shown by their code, as `\u001b`.
 */
export function printLines(lines: readonly string[]): void {
  for (const line of lines) console.log(printable(line))
}

export const printable = (line: string): string => line.replace(STEERING, codeOf)

/** Control characters but the tab, marks of direction, and what ends a line. */
const STEERING = /(?!\t)[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu

const codeOf = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
