const [neededMajor, neededMinor] = [20, 19]

/** Null when this version of Node.js is supported, else one sentence that says which one to install. */
export function nodeVersionProblem(version: string): string | null {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > neededMajor || (major === neededMajor && minor >= neededMinor)) return null
  return `Turnpike needs Node.js ${neededMajor}.${neededMinor} or newer, and this is ${version}: install a newer one from https://nodejs.org.`
}
