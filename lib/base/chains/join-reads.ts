type WaitingRead<Key, Value> = { key: Key; resolve: (value: Value) => void; reject: (error: unknown) => void }

/**
 * One call of a node for all that one turn of the event loop asks of it, up to `maxKeys`. `read` answers in the order of
 * its keys; its failure is that of each caller.
 */
export function joinReads<Node extends object, Key, Value>(
  read: (node: Node, keys: Key[]) => Promise<readonly Value[]>,
  maxKeys: number,
): (node: Node, key: Key) => Promise<Value> {
  const asked = new WeakMap<Node, WaitingRead<Key, Value>[]>()
  const flush = (node: Node) => {
    const all = asked.get(node) ?? []
    asked.delete(node)
    for (let start = 0; start < all.length; start += maxKeys) void readFor(node, all.slice(start, start + maxKeys))
  }
  const readFor = async (node: Node, entries: WaitingRead<Key, Value>[]) => {
    try {
      const keys = entries.map(({ key }) => key)
      const values = await read(node, keys)
      if (values.length !== keys.length) throw new Error(`Expected ${keys.length} answers, got ${values.length}.`)
      for (const [index, { resolve }] of entries.entries()) resolve(values[index] as Value) // Lengths are equal.
    } catch (error) {
      for (const { reject } of entries) reject(error)
    }
  }
  return (node, key) =>
    new Promise((resolve, reject) => {
      const entry = { key, resolve, reject }
      const waiting = asked.get(node)
      if (waiting) return void waiting.push(entry)
      asked.set(node, [entry])
      setImmediate(flush, node)
    })
}
