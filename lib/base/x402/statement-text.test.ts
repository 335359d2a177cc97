import { expect, it } from 'vitest'
import { toStatementText } from './clean-text'

it('keeps what a statement may hold, and writes the rest as code points', () => {
  expect(toStatementText("A program, no. 2 (it's mine)")).toBe("A program, no. 2 (it's mine)")
  expect(toStatementText('Señor\n💶"')).toBe('Se[U+F1]or[U+A][U+1F4B6][U+22]')
})

it('never writes two texts alike', () => {
  expect(toStatementText('[U+F1]')).not.toBe(toStatementText('ñ'))
})
