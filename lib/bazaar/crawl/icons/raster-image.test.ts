import { expect, it } from 'vitest'
import { rasterTypeOf } from './create-icons'
import { gif, jpeg, png, webp } from './testing/tiny-images'

it.each([
  ['image/png', png(16, 16)],
  ['image/jpeg', jpeg(16, 16)],
  ['image/gif', gif(16, 16)],
  ['image/webp', webp(16, 16)],
])('a raster image of %s is known by its bytes', (mediaType, bytes) => {
  expect(rasterTypeOf(bytes)).toBe(mediaType)
})

it.each([
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')],
  ['SVG behind a byte order mark', Buffer.from('\ufeff<?xml version="1.0"?><svg/>')],
  ['HTML', Buffer.from('<!doctype html><script>1</script>')],
  ['an ICO', Buffer.from([0, 0, 1, 0, 1, 0, 16, 16])],
  ['a PDF', Buffer.from('%PDF-1.7')],
  ['nothing', Buffer.alloc(0)],
  ['a cut PNG', png(16, 16).subarray(0, 18)],
  ['a cut JPEG', jpeg(16, 16).subarray(0, 8)],
  ['a cut GIF', gif(16, 16).subarray(0, 7)],
  ['a cut WebP', webp(16, 16).subarray(0, 20)],
  ['a JPEG whose segments lead nowhere', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0, 0, 0, 0, 0])],
  ['a PNG without width', png(0, 16)],
  ['a PNG that is a bomb', png(30_000, 30_000)],
  ['a JPEG that is a bomb', jpeg(65_000, 16)],
  ['a GIF that moves', Buffer.concat([gif(16, 16), Buffer.from('\x21\xff\x0bNETSCAPE2.0')])],
  ['a PNG that moves', Buffer.concat([png(16, 16), Buffer.from('acTL')])],
])('is not %s', (_what, bytes) => {
  expect(rasterTypeOf(bytes)).toBeNull()
})
