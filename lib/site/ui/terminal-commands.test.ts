import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { terminalCommands } from './terminal-commands'

/** Splits a command line into words as a shell does. */
const wordsOf = (command: string) =>
  execFileSync('sh', ['-c', `for word in ${command}; do echo "$word"; done`], { encoding: 'utf8' })
    .trim()
    .split('\n')

it('terminal commands quote a URL so that the shell leaves it alone', () => {
  const url = 'http://localhost:4021/weather?city=Lisbon&unit=$HOME'
  expect(wordsOf(terminalCommands(url).pay)).toEqual(['npm', 'run', 'pay', '--', url])
})

it('terminal commands survive a quote in the URL', () => {
  const url = "http://localhost:4021/a'b;ls"
  expect(wordsOf(terminalCommands(url).see)).toEqual(['curl', '-i', url])
})

it('terminal commands name the method unless it is GET', () => {
  expect(terminalCommands('http://h/x', 'POST')).toEqual({
    see: "curl -i -X POST 'http://h/x'",
    pay: "npm run pay -- --method POST 'http://h/x'",
  })
})
