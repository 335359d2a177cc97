-- CreateTable
CREATE TABLE "mcp_streams" (
    "id" UUID NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "mcp_streams_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "mcp_messages" (
    "id" BIGSERIAL NOT NULL,
    "stream_id" UUID NOT NULL,
    "body" TEXT NOT NULL,

    CONSTRAINT "mcp_messages_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "mcp_streams_seen_at_idx" ON "mcp_streams"("seen_at");

-- CreateIndex
CREATE INDEX "mcp_messages_stream_id_id_idx" ON "mcp_messages"("stream_id", "id");

-- AddForeignKey
ALTER TABLE "mcp_messages" ADD CONSTRAINT "mcp_messages_stream_id_fkey" FOREIGN KEY ("stream_id") REFERENCES "mcp_streams"("id") ON DELETE CASCADE ON UPDATE CASCADE;
