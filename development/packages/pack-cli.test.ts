import { expect, it } from 'vitest'
import { publisherOf } from './pack-cli'

it.each(['https://github.com/harbour/turnpike', 'git+https://github.com/harbour/turnpike.git'])(
  'names the MCP server as the owner of %s may',
  (url) => {
    expect(publisherOf(url, 'io.github.turnpike/turnpike')).toEqual({
      name: 'io.github.harbour/turnpike',
      repository: { url: 'https://github.com/harbour/turnpike', source: 'github' },
    })
  },
)

it.each([undefined, 'https://git.example/harbour/turnpike', 'https://github.com/harbour'])(
  'leaves its name where the repository says nothing: %s',
  (url) => {
    expect(publisherOf(url, 'io.github.turnpike/turnpike')).toEqual({ name: 'io.github.turnpike/turnpike' })
  },
)
