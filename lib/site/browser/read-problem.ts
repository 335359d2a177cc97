/** Code and sentence of an error answer in our own form; null for any other answer. */
export async function readProblem(response: Response): Promise<{ code: string | null; detail: string | null }> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  const text = (name: string) => {
    const value = typeof body === 'object' && body !== null ? Reflect.get(body, name) : null
    return typeof value === 'string' ? value : null
  }
  return { code: text('code'), detail: text('detail') }
}
