import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { fileOf, pathOf, readAllImports, readSources } from './read-imports'

const manifest: Record<'dependencies' | 'devDependencies' | 'overrides', Record<string, string>> = JSON.parse(
  readFileSync('package.json', 'utf8'),
)

/** Loaded by a browser, at once or later. */
const inBrowsers = [
  'next',
  'react',
  'wagmi',
  'viem',
  '@rainbow-me/rainbowkit',
  '@solana/wallet-adapter-react',
  '@tanstack/react-query',
]

const packageOf = (from: string): string =>
  from
    .split('/')
    .slice(0, from.startsWith('@') ? 2 : 1)
    .join('/')

/** Packages that are imported, but for types, by these files and by what they import. */
function packagesFrom(entries: string[]): Set<string> {
  const imports = readAllImports()
  const seen = new Set(entries)
  const packages = new Set<string>()
  for (const file of seen) {
    for (const { from, isType } of imports.get(file) ?? []) {
      const next = isType ? null : fileOf(from, file)
      if (next) seen.add(next)
      if (!isType && pathOf(from, file) === null) packages.add(packageOf(from))
    }
  }
  return packages
}

it('the packages that this project is made of are loaded by browsers', () => {
  const clients = [...readSources()].flatMap(([file, source]) => (source.startsWith("'use client'") ? [file] : []))
  const loaded = packagesFrom(clients)
  for (const name of inBrowsers) {
    expect(manifest.dependencies, name).toHaveProperty([name])
    expect(loaded, name).toContain(name)
  }
})

it('the database is reached by Prisma, and browsers are driven by Playwright', () => {
  expect(manifest.dependencies).toHaveProperty(['@prisma/client'])
  expect(packagesFrom(['lib/base/infra/database.ts'])).toContain('@prisma/adapter-pg')
  expect(manifest.devDependencies).toHaveProperty(['@playwright/test'])
  expect(packagesFrom(['e2e/checkout.spec.ts'])).toContain('@playwright/test')
})

it('no package stands under the name of another, but for the empty one', () => {
  const aliased = Object.entries(manifest.overrides).filter(([, version]) => version.startsWith('npm:'))
  expect(aliased.filter(([, version]) => !version.startsWith('npm:@favware/skip-dependency@'))).toEqual([])
})
