/** For stored images of sellers: opened directly they can do nothing, and no other site shows them. */
export const imageHeaders = {
  'Content-Type': 'image/webp',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'same-origin',
}
