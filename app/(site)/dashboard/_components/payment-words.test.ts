import { expect, it } from 'vitest'
import { reasonInWords } from './payment-words'

it('says in words why a payment ended, with the code, and the code alone where it has no words', () => {
  expect(reasonInWords('handler_504')).toBe('Your server did not answer in time (handler_504)')
  expect(reasonInWords('some_new_reason')).toBe('some_new_reason')
})
