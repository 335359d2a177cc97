import { expect, it } from 'vitest'
import { commands } from './commands'
import { readCommand } from './read-command'

const names = Object.keys(commands)
const read = (...line: string[]) => readCommand(commands, line)

it.each(names)('%s runs nothing for --help, wherever it stands', (name) => {
  for (const words of [['--help'], ['a', '-h'], ['--nonsense', '--help']])
    expect(read(name, ...words)).toContain(`Usage: turnpike-site ${name}`)
})

it.each(names)('%s refuses an option and a word that it does not know, by name', (name) => {
  expect(() => read(name, '--nonsense')).toThrow(/--nonsense/)
  expect(() => read(name, 'a', 'b', 'third')).toThrow(/"(a|b|third)" is not understood/)
})

it('names all commands in the help, and an unknown one in the refusal', () => {
  for (const name of names) expect(read('--help')).toContain(name)
  expect(() => read('sign-out')).toThrow('There is no command "sign-out".')
  expect(() => read('constructor')).toThrow('There is no command')
})

it('reads words, options and flags', () => {
  expect(read('reconcile', '--since', '2026-11-22', '--json')).toMatchObject({
    input: { words: [], options: { since: '2026-11-22' }, flags: new Set(['json']) },
  })
  expect(read('facilitator-key', 'revoke', 'an-id')).toMatchObject({ input: { words: ['revoke', 'an-id'] } })
  expect(() => read('backup')).toThrow('backup <file>')
})

it('signs nobody out without a yes', async () => {
  const { signOutEverybodyCommand } = await import('./sign-out-everybody')
  const asked = signOutEverybodyCommand({ words: [], options: {}, flags: new Set() })
  await expect(asked).rejects.toMatchObject({ code: 'USAGE' })
})
