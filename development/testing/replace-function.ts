import { onTestFinished, vi } from 'vitest'

/**
 * Replaces a function that a module exports, for all who import it, until the test is over. Unlike `vi.doMock` it
 * reloads nothing: a whole site takes seconds, also in the test file that follows.
 */
export function replaceFunction<Module extends object>(
  module: Module,
  name: keyof Module & string,
  replacement: (...given: never[]) => unknown,
): void {
  const functions = module as Record<string, (...given: unknown[]) => unknown>
  const spy = vi.spyOn(functions, name).mockImplementation(replacement as (...given: unknown[]) => unknown)
  onTestFinished(() => void spy.mockRestore())
}
