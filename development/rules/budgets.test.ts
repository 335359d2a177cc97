import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { serverVariables } from '@/lib/base/infra/env'
import { otherBudgets, ROOM_SLACK, roomBudgets } from './budgets'

const isSource = (file: string) =>
  /\.(ts|tsx|mjs)$/.test(file) && !/(^|\/)(generated|node_modules|dist)\//.test(file) && !file.endsWith('.d.json.ts')
const isTest = (file: string) => /\.(test|spec|soak)\./.test(file) || file.startsWith('e2e/')
const lines = (file: string) => readFileSync(file, 'utf8').split('\n').length - 1
const total = (files: string[]) => files.reduce((sum, file) => sum + lines(file), 0)

const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file}`)
    .filter(isSource)

// Helpers of tests within a product count as neither; those of `development` are part of it.
const codeOf = (folder: string) =>
  filesOf(folder).filter((file) => !isTest(file) && (folder === 'development' || !file.includes('/testing/')))

/** Fails above the figure, and where the figure has become a loose one. */
function hold(name: string, actual: number, most: number, slack: number) {
  expect(
    actual,
    `${name} may have ${most}; make something else smaller: a figure rises only for what an issue asks for`,
  ).toBeLessThanOrEqual(most)
  expect(actual, `${name} has fallen: lower its figure in budgets.ts`).toBeGreaterThanOrEqual(most - slack)
}

test.each(roomBudgets)('$name keeps to its lines', ({ name, folders, lines: most }) => {
  hold(name, total(folders.flatMap(codeOf)), most, ROOM_SLACK)
})

test('every folder of lib belongs to one room', () => {
  const budgeted = roomBudgets.flatMap(({ folders }) => folders)
  const isBudgeted = (folder: string) => budgeted.includes(folder)
  const folders = readdirSync('lib').flatMap((name) =>
    name === 'base' ? readdirSync('lib/base').map((part) => `lib/base/${part}`) : [`lib/${name}`],
  )
  expect(folders.filter((folder) => !isBudgeted(folder))).toEqual([])
})

test('files, variables, tables and lines of tests keep to theirs', () => {
  hold('files', ['app', 'lib', 'packages'].flatMap(codeOf).length, otherBudgets.files, 20)
  const tests = ['app', 'development', 'e2e', 'lib', 'packages'].flatMap(filesOf).filter(isTest)
  hold('lines of tests', total(tests), otherBudgets.testLines, ROOM_SLACK)
  const schemas = readdirSync('prisma/schema').map((file) => readFileSync(`prisma/schema/${file}`, 'utf8'))
  const tables = schemas.flatMap((schema) => schema.match(/^model /gm) ?? []).length
  hold('tables', tables, otherBudgets.tables, 0)
  hold('variables', Object.keys(serverVariables).length, otherBudgets.variables, 0)
})
