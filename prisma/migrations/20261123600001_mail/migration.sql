-- Where a shop wants to be told by e-mail.
CREATE TABLE "mailboxes" (
    "id" UUID NOT NULL,
    "seller_id" UUID NOT NULL,
    "address" TEXT NOT NULL,
    "events" TEXT[],
    "confirm_nonce" TEXT,
    "confirmed_at" TIMESTAMPTZ(3),
    "swept_until" TIMESTAMPTZ(3) NOT NULL,
    "summed_until" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "mailboxes_pkey" PRIMARY KEY ("id")
);

-- What is to be mailed, once for each event.
CREATE TABLE "mail_messages" (
    "id" UUID NOT NULL,
    "seller_id" UUID,
    "address" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "content" JSONB NOT NULL,
    "state" "delivery_state" NOT NULL,
    "attempt_count" INTEGER NOT NULL DEFAULT 0,
    "fault" TEXT,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "mail_messages_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "mailboxes_seller_id_key" ON "mailboxes"("seller_id");
CREATE UNIQUE INDEX "mail_messages_address_event_id_key" ON "mail_messages"("address", "event_id");
CREATE INDEX "mail_messages_state_next_attempt_at_idx" ON "mail_messages"("state", "next_attempt_at");
CREATE INDEX "mail_messages_seller_id_created_at_idx" ON "mail_messages"("seller_id", "created_at");

ALTER TABLE "mailboxes" ADD CONSTRAINT "mailboxes_seller_id_fkey" FOREIGN KEY ("seller_id") REFERENCES "sellers"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "mail_messages" ADD CONSTRAINT "mail_messages_seller_id_fkey" FOREIGN KEY ("seller_id") REFERENCES "sellers"("id") ON DELETE CASCADE ON UPDATE CASCADE;
