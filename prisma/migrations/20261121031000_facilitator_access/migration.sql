-- CreateTable
CREATE TABLE "facilitator_api_keys" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "secret_hash" TEXT NOT NULL,
    "scopes" TEXT[],
    "requests_per_second" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "facilitator_api_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE UNLOGGED TABLE "facilitator_rate_windows" (
    "caller" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "facilitator_rate_windows_pkey" PRIMARY KEY ("caller","started_at")
);

-- CreateIndex
CREATE UNIQUE INDEX "facilitator_api_keys_secret_hash_key" ON "facilitator_api_keys"("secret_hash");

-- CreateIndex
CREATE INDEX "facilitator_rate_windows_started_at_idx" ON "facilitator_rate_windows"("started_at");
