import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileOf, readAllImports } from '@/development/rules/read-imports'

const shared = /^(package(-lock)?\.json|tsconfig\.json|vitest\.config\.ts|biome\.json|knip\.jsonc|\.oxlintrc\.json)$/

/** Files that differ from the last state that others have: the upstream branch, else main; also those that are new. */
export function changedFiles(): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  const lines = (text: string) => text.split('\n').filter(Boolean)
  const base = ['@{upstream}', 'main'].map((branch) => {
    try {
      return git('merge-base', 'HEAD', branch)
    } catch {
      return null // There is no such branch.
    }
  })
  return [
    ...lines(git('diff', '--name-only', '--no-renames', base.find((commit) => commit !== null) ?? 'HEAD')),
    ...lines(git('ls-files', '--others', '--exclude-standard')),
  ]
}

/**
 * The unit tests that a change may break: those that import a changed file, also by way of others, those beside a changed
 * file, which they may read, and the rules. Null where it may be any.
 */
export function affectedTests(changed: readonly string[]): string[] | null {
  if (changed.length === 0 || changed.some((file) => shared.test(file))) return null
  const importers = new Map<string, string[]>()
  for (const [file, imports] of readAllImports()) {
    for (const { from } of imports) {
      const target = fileOf(from, file)
      if (target) importers.set(target, [...(importers.get(target) ?? []), file])
    }
  }
  const affected = new Set(changed)
  for (const file of affected) for (const importer of importers.get(file) ?? []) affected.add(importer)
  const folders = new Set(changed.map((file) => dirname(file)))
  const isDocument = changed.some((file) => /\.(md|json)$/.test(file))
  return [...readAllImports().keys()].filter(
    (file) =>
      /(?<!\.(integration|soak))\.test\.tsx?$/.test(file) &&
      existsSync(file) &&
      (affected.has(file) ||
        folders.has(dirname(file)) ||
        file.startsWith('development/rules/') ||
        (isDocument && /^(development|lib\/site\/(manual|messages))\//.test(file))),
  )
}
