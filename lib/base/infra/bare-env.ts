/** For programs that we start and that need none of our configuration, secrets least of all. */
export function bareEnv(extra: Record<string, string> = {}): NodeJS.ProcessEnv {
  const { PATH, HOME, NODE_ENV } = process.env
  return { PATH, HOME, NODE_ENV, ...extra }
}
