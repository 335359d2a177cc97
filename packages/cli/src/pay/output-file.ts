import { open, realpath, rename, rm, stat } from 'node:fs/promises'

/** A file that a body is saved into while it comes. What stood there stays until all of it is there. */
export type OutputFile = {
  path: string
  write: (chunk: Uint8Array) => Promise<void>
  keep: () => Promise<void>
  /** Leaves what came beside what stood there; returns where. */
  leave: () => Promise<string>
  drop: () => Promise<void>
}

/** Opens it before anything is paid: a body that cannot be saved would be lost. Fails as the file system does. */
export async function openOutputFile(path: string): Promise<OutputFile> {
  const target = await realpath(path).catch(() => path)
  // A device such as /dev/stdout is written to; to be replaced is for files.
  const isFile = await stat(target).then(
    (found) => found.isFile(),
    () => true,
  )
  const place = isFile ? `${target}.part` : target
  const handle = await open(place, 'w')
  return {
    path,
    write: async (chunk) => void (await handle.writeFile(chunk)),
    async keep() {
      await handle.close()
      if (place !== target) await rename(place, target)
    },
    async leave() {
      await handle.close()
      return place
    },
    async drop() {
      await handle.close()
      if (place !== target) await rm(place, { force: true })
    },
  }
}

export const codeOf = (error: NodeJS.ErrnoException): string => error.code ?? error.message
