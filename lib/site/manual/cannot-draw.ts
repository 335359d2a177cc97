export function cannotDraw(line: string): never {
  throw new Error(`A diagram of the documents has a line that cannot be drawn: ${line}`)
}
