import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { makeSizes } from './save-image'

const plain = (width: number, height: number, background = '#a04020') =>
  sharp({ create: { width, height, channels: 3, background } })

it('makes two widths as WebP, and one of a small image, never larger than it came', async () => {
  const large = await makeSizes(await plain(3_000, 1_500).jpeg().toBuffer())
  expect(large.map(({ width, height }) => [width, height])).toEqual([
    [1_600, 800],
    [800, 400],
  ])
  for (const { bytes } of large) expect((await sharp(bytes).metadata()).format).toBe('webp')
  const small = await makeSizes(await plain(300, 200).png().toBuffer())
  expect(small.map(({ width, height }) => [width, height])).toEqual([[300, 200]])
})

it('turns an image as its camera was held, and keeps nothing of what the camera wrote', async () => {
  const photo = await plain(200, 100)
    .jpeg()
    .withExif({ IFD0: { Copyright: 'Secret place' }, IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6 })
    .toBuffer()
  const before = await sharp(photo).metadata()
  expect([before.orientation, before.exif?.includes('Secret place')]).toEqual([6, true])
  const [made] = await makeSizes(photo)
  expect([made?.width, made?.height]).toEqual([100, 200])
  const after = await sharp(made?.bytes).metadata()
  expect([after.exif, after.xmp, after.iptc, after.orientation]).toEqual([undefined, undefined, undefined, undefined])
  expect(Buffer.from(made?.bytes ?? []).includes('Secret place')).toBe(false)
})

it('keeps the colour of what one can see through, in both widths', async () => {
  const create = { width: 1_700, height: 9, channels: 4, background: { r: 160, g: 64, b: 32, alpha: 0.5 } } as const
  for (const { bytes } of await makeSizes(await sharp({ create }).png().toBuffer())) {
    const pixel = (await sharp(bytes).raw().toBuffer()).subarray(0, 4)
    for (const [at, part] of [160, 64, 32, 128].entries()) expect(Math.abs((pixel[at] ?? 0) - part)).toBeLessThan(6)
  }
})

const png = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>'

it.each([
  ['a drawing', Buffer.from(svg), 'SVG is not accepted'],
  ['a drawing behind a prologue', Buffer.from(`<?xml version="1.0"?>\n<!-- GIF89a -->${svg}`), 'SVG is not accepted'],
  ['a text', Buffer.from('<html><script>1</script></html>'), 'not an image that can be shown'],
  ['a text that begins as a PNG', Buffer.concat([png, Buffer.from(svg)]), 'damaged'],
  ['a PDF', Buffer.from('%PDF-1.7 1 0 obj'), 'not an image that can be shown'],
  ['nothing', Buffer.alloc(0), 'not an image that can be shown'],
])('refuses %s', async (_what, bytes, words) => {
  await expect(makeSizes(bytes)).rejects.toMatchObject({
    code: 'MEDIA_TYPE_UNKNOWN',
    message: expect.stringContaining(words),
  })
})

it('refuses an image that breaks off, and one that moves', async () => {
  const whole = await plain(400, 400).png({ compressionLevel: 0 }).toBuffer()
  await expect(makeSizes(whole.subarray(0, whole.length / 2))).rejects.toMatchObject({ code: 'MEDIA_TYPE_UNKNOWN' })
  const frames = [await plain(20, 20).png().toBuffer(), await plain(20, 20, '#2040a0').png().toBuffer()]
  const moving = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer()
  await expect(makeSizes(moving)).rejects.toMatchObject({ message: expect.stringContaining('animated') })
})

it('refuses a few bytes that stand for a wall of pixels', async () => {
  const side = 20_000
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  // One bit for each pixel, grey.
  header.writeUInt8(1, 8)
  const rows = Buffer.alloc((side / 8 + 1) * side)
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]
  const bomb = Buffer.concat([png, ...parts])
  expect(bomb.length).toBeLessThan(100_000)
  await expect(makeSizes(bomb)).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' })
})

function chunk(name: string, bytes: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), bytes])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(bytes.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
