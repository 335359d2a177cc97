-- CreateTable
CREATE TABLE "catalog_icons" (
    "url" TEXT NOT NULL,
    "digest" TEXT,
    "media_type" TEXT,
    "bytes" BYTEA,
    "problem" TEXT,
    "next_fetch_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "catalog_icons_pkey" PRIMARY KEY ("url")
);

-- CreateIndex
CREATE INDEX "catalog_icons_next_fetch_at_idx" ON "catalog_icons"("next_fetch_at");

-- CreateIndex
CREATE INDEX "catalog_icons_digest_idx" ON "catalog_icons"("digest");

-- CreateIndex
CREATE INDEX "catalog_entries_icon_url_idx" ON "catalog_entries"("icon_url");
