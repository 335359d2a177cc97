import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const documents = execFileSync('git', ['ls-files', '*.md'], { encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((file) => file !== 'CHANGELOG.md')

const inTicks = /`((?:app|bin|deploy|development|docs|e2e|examples|lib|packages|prisma)\/[^`\s…*<>:,]+)`/g
const links = /\]\((?!\w+:|#|\/|\{)([^)#\s]+)/g

test.each(documents)('%s names files and folders that exist', (document) => {
  const text = readFileSync(document, 'utf8')
  const paths = [
    ...[...text.matchAll(inTicks)].map(([, path = '']) => path),
    ...[...text.matchAll(links)].map(([, path = '']) => join(dirname(document), path)),
  ]
  expect(paths.filter((path) => !existsSync(path))).toEqual([])
})
