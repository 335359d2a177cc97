import { create } from 'qrcode'
import type { DeviceCode } from '../browser-wallet'

/** A link as the squares that the camera of a phone reads. */
export function drawCode(link: string): DeviceCode {
  const { size, data } = create(link, { errorCorrectionLevel: 'L' }).modules
  const squares = [...data.keys()].filter((at) => data[at])
  return { link, size, path: squares.map((at) => `M${at % size} ${Math.floor(at / size)}h1v1h-1z`).join('') }
}
