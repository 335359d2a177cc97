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
