import { expect, it } from 'vitest'
import { handleOfName } from './shop-handle'

it.each([
  ['Kumquat Papers', 'kumquat-papers'],
  ['Café „Zum Löwen“', 'cafe-zum-lowen'],
  ['A very long name of a shop, beyond what fits', 'a-very-long-name-of-a-shop-beyon'],
  ['A very long name of a shop here x', 'a-very-long-name-of-a-shop-here'],
  ['X', ''],
  ['日本', ''],
  ['!', ''],
  ['', ''],
])('makes of the name %j the handle %j', (name, handle) => expect(handleOfName(name)).toBe(handle))
