import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { DomainError } from '@/lib/base/infra/domain-error'
import { moveUnreleased } from './move-unreleased'
import { type PackedRelease, packRelease, RELEASES } from './pack-release'
import type { ReleaseOptions } from './release-options'
import { runIn } from './run-in'
import { setVersion } from './set-version'

type ReleaseParts = ReleaseOptions & {
  /** The root of the repository. */
  folder: string
  today: Date
}

/**
 * Makes a version: its number and its part of the changelog in one commit with an annotated tag, and the npm packages
 * with their checksums. Pushes and publishes nothing. Refuses before the first change; a later failure is rolled back.
 */
export async function cutRelease(parts: ReleaseParts, print: (line: string) => void = console.log): Promise<void> {
  const { folder, version, isDryRun, isPacked } = parts
  const tag = `v${version}`
  refuseUnlessReady(parts, tag)
  const { files, notes } = planFiles(parts)
  const paths = [...files.keys()]
  const artefacts = join(RELEASES, tag)
  print(`${isDryRun ? 'Would change' : 'Changing'} ${paths.join(', ')}`)
  if (isDryRun) {
    if (isPacked) print(`Would pack the npm packages into ${artefacts}, with SHA256SUMS`)
    print(`Would commit “Release ${version}”, and tag it ${tag} with these notes:\n\n${notes}`)
    return
  }
  const git = (args: string[], input?: string) => runIn(folder, 'git', args, { input })
  const before = git(['rev-parse', 'HEAD'])
  const interruption = holdInterruptions()
  let packed: PackedRelease | null = null
  try {
    for (const [path, text] of files) writeFileSync(join(folder, path), text)
    packed = isPacked ? packRelease(folder, artefacts) : null
    interruption.refuseIfAny()
    git(['commit', '-q', '-m', `Release ${version}`, '--', ...paths])
    git(['tag', '-a', '--cleanup=verbatim', '-F', '-', tag], `Turnpike ${version}\n\n${notes}\n`)
    packed?.keep()
  } catch (cause) {
    packed?.discard()
    putBack(parts, { before, paths, cause })
    throw new DomainError('BUILD_FAILED', `${said(cause)}\nEverything is as it was before: no commit, no tag.`, {
      cause,
    })
  } finally {
    interruption.end()
  }
  if (isPacked) print(`Packed into ${artefacts}; check with: cd ${artefacts} && sha256sum -c SHA256SUMS`)
  print(
    `Version ${version} is committed and tagged here, and nothing was sent. To publish it: git push origin main ${tag}`,
  )
}

function refuseUnlessReady({ folder, version }: ReleaseParts, tag: string): void {
  const git = (...args: string[]) => runIn(folder, 'git', args)
  const branch = git('rev-parse', '--abbrev-ref', 'HEAD')
  if (branch !== 'main') throw new DomainError('USAGE', `Releases are made on main; this is ${branch}.`)
  const changed = git('status', '--porcelain')
  if (changed !== '')
    throw new DomainError(
      'USAGE',
      `Commit or put away first what git does not have:\n${changed.split('\n').slice(0, 10).join('\n')}`,
    )
  if (git('tag', '--list', tag) !== '') throw new DomainError('USAGE', `The tag ${tag} is there already.`)
  const current = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
  if (version.localeCompare(current.version, 'en', { numeric: true }) < 0)
    throw new DomainError('USAGE', `${version} is older than ${current.version}, which package.json has.`)
}

/** The files that change, with their new texts; the notes of the version. */
function planFiles({ folder, version, today }: ReleaseParts): { files: Map<string, string>; notes: string } {
  const read = (path: string) => readFileSync(join(folder, path), 'utf8')
  const date = today.toISOString().slice(0, 10)
  const { changelog, notes } = moveUnreleased(read('CHANGELOG.md'), { version, date })
  const named = runIn(folder, 'git', ['ls-files', '--', 'docs/*.md', 'examples/*', 'packages/*.md']).split('\n')
  const files = new Map([['CHANGELOG.md', changelog]])
  for (const path of ['package.json', 'package-lock.json', 'lib/base/infra/version.ts', ...named]) {
    const text = read(path)
    const changed = setVersion(path, text, version)
    if (changed !== text) files.set(path, changed)
  }
  return { files, notes }
}

/** Returns to the commit before, with its files; throws with instructions for a person where git cannot. */
function putBack({ folder, version }: ReleaseParts, done: { before: string; paths: string[]; cause: unknown }): void {
  const { before, paths, cause } = done
  try {
    const isCommitted = runIn(folder, 'git', ['rev-parse', 'HEAD']) !== before
    if (isCommitted && runIn(folder, 'git', ['tag', '--list', `v${version}`]) !== '') {
      runIn(folder, 'git', ['tag', '-d', `v${version}`])
    }
    if (isCommitted) runIn(folder, 'git', ['reset', '-q', '--soft', before])
    runIn(folder, 'git', ['checkout', '-q', before, '--', ...paths])
  } catch (failed) {
    const undo = `git tag -d v${version}; git reset --soft ${before}; git checkout ${before} -- ${paths.join(' ')}`
    throw new DomainError('BUILD_FAILED', `${said(cause)}\n${said(failed)}\nTo put the tree back: ${undo}`, { cause })
  }
}

const said = (fault: unknown) => (fault instanceof Error ? fault.message : String(fault))

/** Ctrl-C ends the command that runs, and lets this process roll everything back. */
function holdInterruptions() {
  let isInterrupted = false
  const hold = () => {
    isInterrupted = true
  }
  process.on('SIGINT', hold)
  return {
    refuseIfAny() {
      if (isInterrupted) throw new DomainError('BUILD_FAILED', 'The release was interrupted.')
    },
    end: () => process.off('SIGINT', hold),
  }
}
