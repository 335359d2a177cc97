import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { terminalCommands } from './terminal-commands'

/** Splits a command line into words as a shell does. */
const wordsOf = (command: string) =>
  execFileSync('sh', ['-c', `for word in ${command}; do echo "$word"; done`], { encoding: 'utf8' })
    .trim()
    .split('\n')

it.each(['http://localhost:4021/weather?city=Lisbon&unit=$HOME', "http://localhost:4021/a'b;ls"])(
  'a shell leaves %s as it is',
  (url) => {
    expect(wordsOf(terminalCommands(url).pay)).toEqual(['npm', 'run', 'pay', '--', url])
    expect(wordsOf(terminalCommands(url, 'POST').see)).toEqual(['curl', '-i', '-X', 'POST', url])
  },
)
