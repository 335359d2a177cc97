import { expect, it } from 'vitest'
import { readRasterImage } from './create-icons'
import { gif, jpeg, png, webp } from './testing/tiny-images'

it.each([
  ['image/png', png(16, 16)],
  ['image/jpeg', jpeg(16, 16)],
  ['image/gif', gif(16, 16)],
  ['image/webp', webp(16, 16)],
])('a raster image of %s is known by its bytes', (mediaType, bytes) => {
  expect(readRasterImage(bytes)).toEqual({ mediaType })
})

it.each([
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'), 'not_raster'],
  ['SVG behind a byte order mark', Buffer.from('\ufeff<?xml version="1.0"?><svg/>'), 'not_raster'],
  ['HTML', Buffer.from('<!doctype html><script>1</script>'), 'not_raster'],
  ['an ICO', Buffer.from([0, 0, 1, 0, 1, 0, 16, 16]), 'not_raster'],
  ['a PDF', Buffer.from('%PDF-1.7'), 'not_raster'],
  ['nothing', Buffer.alloc(0), 'not_raster'],
  ['a cut PNG', png(16, 16).subarray(0, 18), 'unreadable'],
  ['a cut JPEG', jpeg(16, 16).subarray(0, 8), 'unreadable'],
  ['a cut GIF', gif(16, 16).subarray(0, 7), 'unreadable'],
  ['a cut WebP', webp(16, 16).subarray(0, 20), 'unreadable'],
  ['a JPEG whose segments lead nowhere', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0, 0, 0, 0, 0]), 'unreadable'],
  ['a PNG without width', png(0, 16), 'unreadable'],
  ['a PNG that is a bomb', png(30_000, 30_000), 'too_many_pixels'],
  ['a JPEG that is a bomb', jpeg(65_000, 16), 'too_many_pixels'],
  ['a GIF that moves', Buffer.concat([gif(16, 16), Buffer.from('\x21\xff\x0bNETSCAPE2.0')]), 'animated'],
  ['a PNG that moves', Buffer.concat([png(16, 16), Buffer.from('acTL')]), 'animated'],
])('is not %s', (_what, bytes, problem) => {
  expect(readRasterImage(bytes)).toEqual({ problem })
})
