type Asked = Record<string, string | string[] | undefined>

/** The change filter in an address; invalid parts are ignored. */
export function readChangeFilter(asked: Asked, kinds: readonly { value: string }[]) {
  const one = (name: string) => (typeof asked[name] === 'string' ? asked[name].trim() : '')
  const kind = kinds.some(({ value }) => value === one('kind')) ? one('kind') : ''
  const shop = one('shop').slice(0, 40)
  const after = one('after')
  return {
    kind,
    shop,
    page: { ...(kind && { kind }), ...(after && { cursor: after }) },
    /** The same filter, from a cursor on. */
    next: (cursor: string) =>
      new URLSearchParams({ ...(kind && { kind }), ...(shop && { shop }), after: cursor }).toString(),
  }
}
