import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { DomainError } from '@/lib/base/infra/domain-error'
import { endProcess, identifyProcess, isStillRunning, processIdentitySchema, readNote } from '../running-process'

export type DataFolder = {
  path: string
  /** Records the site's process, so that the next start finds one whose demo was killed. */
  recordSite: (pid: number) => void
  release: () => void
}

const noteSchema = z.object({ demo: processIdentitySchema.nullable(), site: processIdentitySchema.nullable() })

/**
 * Takes a data folder for this demo. Refuses with DEMO_RUNNING while another living demo holds it; after a demo that
 * was killed it ends the leftover site. The database and the chains find their own leftovers.
 */
export async function claimDataFolder(dataDir: string): Promise<DataFolder> {
  const path = resolve(dataDir)
  const file = join(path, 'demo.json')
  mkdirSync(path, { recursive: true })
  const note = readNote(file, noteSchema)
  if (note?.demo && isStillRunning(note.demo)) {
    throw new DomainError(
      'DEMO_RUNNING',
      `A demo is running on ${path} already (process ${note.demo.pid}): stop it with Ctrl-C, ` +
        'or give this one a folder and ports of its own with --data-dir, --port 0 and --free-ports.',
    )
  }
  if (note?.site) await endProcess(note.site)
  const write = (sitePid: number | null) => {
    const site = sitePid === null ? null : identifyProcess(sitePid)
    writeFileSync(file, JSON.stringify({ demo: identifyProcess(process.pid), site }))
  }
  write(null)
  return { path, recordSite: write, release: () => rmSync(file, { force: true }) }
}
