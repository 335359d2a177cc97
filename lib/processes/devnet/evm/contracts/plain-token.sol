// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// An ERC-20 with neither EIP-2612 nor EIP-3009: what a payment meets when a token supports nothing but approvals.
/// Local chain only: anybody may mint.
contract PlainToken is ERC20("Plain Token", "PLAIN") {
    function decimals() public pure override returns (uint8) {
        return 6;
    }

    function mint(address to, uint256 value) external {
        _mint(to, value);
    }
}
