// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {DepositCollector} from "./batch-settlement.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

/// Contracts of people who mean harm, for tests. They exist on no local chain until a test puts them there.

/// A token with endless balances, whose transfers burn all the gas that they are given.
contract RichToken {
    function balanceOf(address) external pure returns (uint256) {
        return type(uint256).max;
    }

    function allowance(address, address) external pure returns (uint256) {
        return type(uint256).max;
    }

    function authorizationState(address, bytes32) external pure returns (bool) {
        return false;
    }

    fallback() external {
        while (gasleft() > 5_000) {}
    }
}

/// A wallet that accepts every signature, or burns all the gas that it is given.
contract BurningWallet {
    bool public isBurning;

    function setBurning(bool value) external {
        isBurning = value;
    }

    function isValidSignature(bytes32, bytes calldata) external view returns (bytes4) {
        while (isBurning) {}
        return this.isValidSignature.selector;
    }
}

/// Says that it deploys wallets, and counts how often it was made to work.
contract CountingFactory {
    uint256 public runs;

    fallback() external {
        runs += 1;
    }
}

/// A wallet that vouches for anything, after burning an amount of gas that its owner can set.
contract GasBurningWallet {
    uint256 public burnt;

    constructor(uint256 burnt_) {
        burnt = burnt_;
    }

    function burn(uint256 burnt_) external {
        burnt = burnt_;
    }

    function isValidSignature(bytes32, bytes calldata) external view returns (bytes4) {
        uint256 start = gasleft();
        uint256 wanted = burnt;
        while (start - gasleft() < wanted) {}
        return this.isValidSignature.selector;
    }
}

/// Code for a plain account that delegates to it (EIP-7702): says yes when it is only asked, and burns all gas when a
/// real transaction asks. Simulations commonly come without a gas price.
contract TwoFacedDelegate {
    function isValidSignature(bytes32, bytes calldata) external view returns (bytes4) {
        if (tx.gasprice != 0) {
            while (true) {}
        }
        return this.isValidSignature.selector;
    }
}

/// Fills the channel of any payer with money of its own, unasked: who brings a deposit names the collector.
contract FillingCollector is DepositCollector {
    function collect(address, address token, uint128 amount, bytes32, bytes calldata) external {
        IERC20(token).transfer(msg.sender, amount);
    }
}
