/** Of an image that a seller has sent, as it is kept: opened by itself it can do nothing, and no other site shows it. */
export const imageHeaders = {
  'Content-Type': 'image/webp',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'same-origin',
}
