import { expect, it } from 'vitest'
import { showProgress } from './show-progress'

function watch(isTerminal: boolean) {
  const written: string[] = []
  let ms = 0
  const { onBytes, end } = showProgress({ write: (text) => void written.push(text), isTerminal, now: () => ms })
  const at = (moment: number, received: number, total: number | null) => {
    ms = moment
    onBytes(received, total)
  }
  return { written, at, end }
}

it('says nothing of a body that is there at once', () => {
  const { written, at, end } = watch(true)
  at(0, 1_000_000, 2_000_000)
  at(499, 2_000_000, 2_000_000)
  end()
  expect(written).toEqual([])
})

it('writes over one line of a terminal, and leaves it empty', () => {
  const { written, at, end } = watch(true)
  at(0, 1, 20_000_000)
  at(500, 5_000_000, 20_000_000)
  at(900, 6_000_000, 20_000_000)
  at(1_000, 19_999_999, 20_000_000)
  end()
  expect(written).toEqual([
    '\r\u001b[Kreceived 5.0 MB of 20.0 MB (25%)',
    '\r\u001b[Kreceived 20.0 MB of 20.0 MB (99%)',
    '\r\u001b[K',
  ])
})

it('writes a line now and then elsewhere, without a share where the length is not told', () => {
  const { written, at, end } = watch(false)
  at(0, 1, null)
  at(9_999, 5_000_000, null)
  at(10_000, 6_000_000, null)
  end()
  expect(written).toEqual(['received 6.0 MB\n'])
})
