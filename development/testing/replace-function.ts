import { onTestFinished, vi } from 'vitest'

/**
 * Puts `replacement` in the place of a function that a module exports, for all who import it, until the test is over.
 * Nothing is loaded again for it, as `vi.doMock` wants: a whole site takes seconds, also in the test file that follows.
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
