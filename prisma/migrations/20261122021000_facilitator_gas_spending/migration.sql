-- What each gas wallet has spent on a day.
CREATE TABLE "gas_spending" (
    "network" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "wallet" TEXT NOT NULL,
    "spent" DECIMAL(78,0) NOT NULL,

    CONSTRAINT "gas_spending_pkey" PRIMARY KEY ("network", "day", "wallet")
);
